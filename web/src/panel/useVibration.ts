import { changeOf } from './change'
import { useChange } from './useChange'
import type { View } from '../raum'
import { currentSettings } from '../settings'
import type { Table } from '../table/table'

/** Vibrates when the opponent has moved and when the game ends, unless sounds are off. */
export function useVibration(table: Table): void {
  useChange(table, (before, after) => {
    const pattern = vibrationOf(before, after)
    if (pattern && currentSettings().sounds && 'vibrate' in navigator) navigator.vibrate(pattern)
  })
}

const MOVED_MILLIS = [30]
const ENDED_MILLIS = [60, 60, 120]

/** The vibration for the change between two views, in milliseconds on and off. */
export function vibrationOf(before: View, after: View): number[] | null {
  if (after.ending && !before.ending) return ENDED_MILLIS
  const mover = after.seats.find(({ side }) => side === before.position.turn)
  const isOwn = mover?.mine === true && !mover.machine
  return changeOf(before, after) === 'move' && !isOwn ? MOVED_MILLIS : null
}
