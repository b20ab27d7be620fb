// The people and computers of a room, relative to the user of the page.

import type { ChatLine, Seat, Side, View } from '../raum'
import type { Who } from '../words-online'

export function seatOf({ seats }: View, side: Side): Seat | null {
  return seats.find((seat) => seat.side === side) ?? null
}

/** The user's own seat, if any. */
export function mySeat({ seats }: View): Seat | null {
  return seats.find(({ mine }) => mine) ?? null
}

export function isWatching(view: View): boolean {
  return mySeat(view) === null
}

/** A side relative to the user: me, the computer, the opponent, or, for spectators, the side itself. */
export function whoIs(view: View, side: Side): Who {
  if (seatOf(view, side)?.machine) return 'computer'
  if (isWatching(view)) return side
  return side === view.side ? 'me' : 'opponent'
}

/** Whether the user plays against a computer. */
export function isAgainstComputer(view: View): boolean {
  return !isWatching(view) && view.seats.some(({ machine }) => machine)
}

/** Whether the user plays against a computer, and nobody else has come or written. */
export function isAlone(view: View): boolean {
  return isAgainstComputer(view) && view.spectators === 0 && view.chat.length === 0
}

/** Whether the user sent a message. The room does not identify spectators, so their name decides. */
export function isOwn(view: View, { mine, name }: ChatLine, myName: string): boolean {
  return mine || (isWatching(view) && name === myName)
}
