import { seatOf } from '../panel/people'
import type { Side, View } from '../raum'
import { SIDES } from '../words'

/** The name of a side's player, or of the side while its seat is free. */
export function nameOf(view: View, side: Side): string {
  return seatOf(view, side)?.name ?? SIDES[side]
}
