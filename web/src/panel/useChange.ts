import { useEffect, useEffectEvent } from 'react'

import { changeOf } from './change'
import type { View } from '../raum'
import type { Table } from '../table/table'

/**
 * Tells of every change at a table while one watches, by the views before and after it. A part that was loaded late gives
 * the view since which it should have watched: of one move that was made meanwhile it is told at once.
 */
export function useChange(
  table: Table,
  changed: (before: View, after: View) => void,
  since?: View,
): void {
  const tell = useEffectEvent(changed)
  const catchUp = useEffectEvent((now: View) => {
    if (since && changeOf(since, now) === 'move') changed(since, now)
  })
  useEffect(() => {
    let before = table.seen().view
    catchUp(before)
    return table.subscribe(() => {
      const after = table.seen().view
      if (after !== before) tell(before, after)
      before = after
    })
  }, [table])
}
