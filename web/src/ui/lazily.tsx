import { lazy, useState } from 'react'
import type { ComponentType } from 'react'

import { Boundary } from './Boundary'
import { Outdated } from '../load'
import { NOT_LOADED, TRY_AGAIN } from '../words'

/** Tells a part that was not loaded from one that failed while it was drawn. */
class NotLoaded extends Error {}

/**
 * A component that is loaded when it is first drawn. If it cannot be loaded, it says so in its place, and a button
 * loads it again.
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

/** Loads a part again, or the whole page if nothing less helps. Games and seats survive a reload. */
export function retry(error: unknown, again: () => void): void {
  if (error instanceof Outdated) location.reload()
  else again()
}
