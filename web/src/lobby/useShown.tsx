import { useState } from 'preact/hooks'
import type { ComponentChildren } from 'preact'

import { SHOW_MORE } from '../words-online'

/** The first items of a list, and a button that shows more of them. */
export function useShown<Item>(items: readonly Item[], step: number): [Item[], ComponentChildren] {
  const [count, setCount] = useState(step)
  const more = items.length > count && (
    <button type="button" className="button" onClick={() => setCount(count + step)}>
      {SHOW_MORE}
    </button>
  )
  return [items.slice(0, count), more]
}
