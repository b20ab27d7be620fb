import { useEffect } from 'react'

import { changeOf } from './change'
import { useChange } from './useChange'
import type { Cell, View } from '../raum'
import { awaitGesture, sound } from '../sound'
import type { Sound } from '../sound'
import type { Table } from '../table/table'

/** The sounds of a table, and of choosing a piece at it. */
export function useSounds(table: Table, selected: Cell | null): void {
  useEffect(awaitGesture, [])
  useChange(table, (before, after) => {
    const heard = soundOf(before, after)
    if (heard) sound(heard)
  })
  useEffect(() => {
    if (selected) sound('select')
  }, [selected])
}

/** What the difference of two views sounds like. */
export function soundOf(before: View, after: View): Sound | null {
  if (after.ending && !before.ending) return 'end'
  const change = changeOf(before, after)
  if (change !== 'move') return change && 'move'
  if (after.position.check) return 'check'
  return after.moves.at(-1)?.notation.includes('x') ? 'capture' : 'move'
}
