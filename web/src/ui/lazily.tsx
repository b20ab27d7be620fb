import { lazy, useState } from 'react'
import type { ComponentType } from 'react'

import { Boundary } from './Boundary'
import { Outdated } from '../load'
import { NOT_LOADED, TRY_AGAIN } from '../words'

/** A failure to load a part, as opposed to an error while rendering it. */
class NotLoaded extends Error {}

/**
 * A component that is loaded when it is first rendered. If loading fails, it shows an error message with a retry
 * button.
 */
export function lazily<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const begin = () =>
    lazy(() =>
      load().catch((cause: unknown) => {
        throw new NotLoaded('', { cause })
      }),
    )
  let Part: ComponentType<Props> = begin()
  return function Lazily(props: Props) {
    const [attempt, setAttempt] = useState(0)
    return (
      <Boundary
        key={attempt}
        fallback={(error) => {
          if (!(error instanceof NotLoaded)) throw error
          return (
            <p className="problem" role="alert">
              {NOT_LOADED}{' '}
              <button
                type="button"
                className="button"
                onClick={() =>
                  retry(error.cause, () => {
                    Part = begin()
                    setAttempt(attempt + 1)
                  })
                }
              >
                {TRY_AGAIN}
              </button>
            </p>
          )
        }}
      >
        <Part {...props} />
      </Boundary>
    )
  }
}

/** Retries loading a part, or reloads the page if the part is outdated. Games and seats survive a reload. */
export function retry(error: unknown, again: () => void): void {
  if (error instanceof Outdated) location.reload()
  else again()
}
