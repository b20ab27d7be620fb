import type { ComponentChildren, ComponentType, FunctionComponent } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'

import { Boundary } from './Boundary'
import { Outdated } from '../load'
import { NOT_LOADED, TRY_AGAIN } from '../words'

/** A failure to load a part, as opposed to an error while rendering it. */
class NotLoaded extends Error {}

/** A module whose default export is a component. */
export type Part<Props> = Promise<{ default: ComponentType<Props> }>

/** A component that is loaded when it is first rendered, or by `load` before that. */
export type Lazy<Props> = FunctionComponent<Props> & { load: () => Promise<void> }

/**
 * A component that is loaded when it is first rendered. Shows `waiting` until it has arrived. Throws if it cannot be
 * loaded.
 */
export function lazy<Props extends object>(
  load: () => Part<Props>,
  waiting: ComponentChildren = null,
): Lazy<Props> {
  let loading: Promise<void> | undefined
  let outcome: { Loaded: ComponentType<Props> } | { error: unknown } | undefined
  const begin = () => {
    loading ??= load().then(
      (part) => {
        outcome = { Loaded: part.default }
      },
      (error: unknown) => {
        outcome = { error }
      },
    )
    return loading
  }
  // A part that leaves no gap waits until the rest is painted.
  const useBeginning = waiting === null ? useEffect : useLayoutEffect
  function Lazy(props: Props) {
    const [, update] = useState({})
    const isLoaded = outcome !== undefined
    if (!isLoaded && waiting !== null) void begin()
    useBeginning(() => {
      if (isLoaded) return
      let isShown = true
      void begin().then(() => {
        if (isShown) update({})
      })
      return () => {
        isShown = false
      }
    }, [isLoaded])
    if (!outcome) return waiting
    if ('error' in outcome) throw outcome.error
    return <outcome.Loaded {...props} />
  }
  return Object.assign(Lazy, { load: begin })
}

/**
 * A component that is loaded when it is first rendered. Shows `waiting` until it has arrived. If it cannot be loaded,
 * shows an error message with a retry button.
 */
export function lazily<Props extends object>(
  load: () => Part<Props>,
  waiting: ComponentChildren = null,
): Lazy<Props> {
  const begin = () =>
    lazy(
      () =>
        load().catch((cause: unknown) => {
          throw new NotLoaded('', { cause })
        }),
      waiting,
    )
  let Part = begin()
  function Lazily(props: Props) {
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
  return Object.assign(Lazily, { load: () => Part.load() })
}

/** Retries loading a part, or reloads the page if the part is outdated. Games and seats survive a reload. */
export function retry(error: unknown, again: () => void): void {
  if (error instanceof Outdated) location.reload()
  else again()
}
