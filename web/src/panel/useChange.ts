import { useEffect } from 'preact/hooks'

import { useEffectEvent } from '../hooks'
import { changeOf } from './change'
import type { View } from '../raum'
import type { Table } from '../table/table'

/**
 * Calls `changed` with the views before and after every change at a table. A component that loads late passes the view
 * at which it should have started as `since`: a single move made meanwhile is reported at once.
 */
export function useChange(
  table: Table,
  changed: (before: View, after: View) => void,
  since?: View,
): void {
  const notify = useEffectEvent(changed)
  const catchUp = useEffectEvent((now: View) => {
    if (since && changeOf(since, now) === 'move') changed(since, now)
  })
  useEffect(() => {
    let before = table.snapshot().view
    catchUp(before)
    return table.subscribe(() => {
      const after = table.snapshot().view
      if (after !== before) notify(before, after)
      before = after
    })
  }, [table])
}
