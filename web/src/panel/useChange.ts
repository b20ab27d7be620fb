import { useEffect, useEffectEvent } from 'react'

import type { View } from '../raum'
import type { Table } from '../table/table'

/** Tells of every change at a table while one watches, by the views before and after it. */
export function useChange(table: Table, changed: (before: View, after: View) => void): void {
  const tell = useEffectEvent(changed)
  useEffect(() => {
    let before = table.seen().view
    return table.subscribe(() => {
      const after = table.seen().view
      if (after !== before) tell(before, after)
      before = after
    })
  }, [table])
}
