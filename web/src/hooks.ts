// What the page needs beyond `preact` and `preact/hooks`. The same names in `preact/compat` work the same way, but
// importing that module adds the rest of React's interface to the first load (docs/decisions/0040).

import { Component, createElement } from 'preact'
import type { ComponentChildren, FunctionComponent } from 'preact'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'

/** The current value of a store outside the components. Renders again when it changes. */
export function useSyncExternalStore<Value>(
  subscribe: (changed: () => void) => () => void,
  read: () => Value,
): Value {
  const value = read()
  const shown = useRef({ value, read })
  const [, update] = useState({})
  useLayoutEffect(() => {
    shown.current = { value, read }
  })
  useLayoutEffect(() => {
    const check = () => {
      if (!Object.is(shown.current.value, shown.current.read())) update({})
    }
    // The store may have changed since the component was rendered.
    check()
    return subscribe(check)
  }, [subscribe])
  return value
}

/** A function for effects that always sees the latest props and state. No effect depends on it: it stays the same. */
export function useEffectEvent<Arguments extends unknown[], Result>(
  event: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  const latest = useRef(event)
  useLayoutEffect(() => {
    latest.current = event
  })
  return useMemo(
    () =>
      (...args: Arguments) =>
        latest.current(...args),
    [],
  )
}

/** Whether a promise is fulfilled; null counts as fulfilled. Throws the reason if it is rejected. */
export function useFulfilled(promise: Promise<unknown> | null): boolean {
  const [settled, settle] = useState<{ promise: Promise<unknown>; failure?: { error: unknown } }>()
  useLayoutEffect(() => {
    promise?.then(
      () => settle({ promise }),
      (error: unknown) => settle({ promise, failure: { error } }),
    )
  }, [promise])
  if (promise === null) return true
  if (settled?.promise !== promise) return false
  if (settled.failure) throw settled.failure.error
  return true
}

/** A component that is rendered again only if its props change, by `isSame` or else by identity. */
export function memo<Props extends object>(
  Rendered: FunctionComponent<Props>,
  isSame: (before: Props, after: Props) => boolean = haveSameValues,
): new (props: Props) => Component<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      return !isSame(this.props, next)
    }

    override render(): ComponentChildren {
      return createElement(Rendered, this.props)
    }
  }
}

function haveSameValues<Props extends object>(before: Props, after: Props): boolean {
  const names = Object.keys({ ...before, ...after }) as (keyof Props)[]
  return names.every((name) => Object.is(before[name], after[name]))
}
