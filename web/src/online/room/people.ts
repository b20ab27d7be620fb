// Who is who in a room elsewhere.

import type { ChatLine, Seat, Side, View } from '../../raum'
import type { Who } from '../../words-online'

export function seatOf({ seats }: View, side: Side): Seat | null {
  return seats.find((seat) => seat.side === side) ?? null
}

/** The seat of whoever looks, if they have one. */
export function mySeat({ seats }: View): Seat | null {
  return seats.find(({ mine }) => mine) ?? null
}

export function isWatching(view: View): boolean {
  return mySeat(view) === null
}

/** Who a side is to whoever looks. */
export function whoIs(view: View, side: Side): Who {
  if (isWatching(view)) return side
  return side === view.side ? 'me' : 'opponent'
}

/** Whether whoever looks has said a line. A room does not know those who watch, so they are known by their name. */
export function isOwn(view: View, { mine, name }: ChatLine, myName: string): boolean {
  return mine || (isWatching(view) && name === myName)
}
