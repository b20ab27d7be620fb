// Announcements about the people of a room, for screen readers.

import { isOwn, seatOf } from '../../panel/people'
import * as words from '../../words-online'
import type { View } from '../../raum'
import { currentSettings } from '../../settings'

/** "Ben is away." Empty without a change. */
export function peopleAnnouncement(before: View, after: View): string {
  return [...presence(before, after), ...chat(before, after)].join(' ')
}

function presence(before: View, after: View): string[] {
  return after.seats.flatMap((seat) => {
    const was = seat.side && seatOf(before, seat.side)
    // A new game may swap the sides.
    if (!was || seat.mine || before.game !== after.game) return []
    if (seat.leftAt !== null) return was.leftAt === null ? [words.hasLeft(seat.name)] : []
    const [wasHere, isHere] = [was, seat].map(
      ({ awaySince, leftAt }) => awaySince === null && leftAt === null,
    )
    if (wasHere === isHere) return []
    return [isHere ? words.isBack(seat.name) : words.isAway(seat.name)]
  })
}

function chat(before: View, after: View): string[] {
  const { name } = currentSettings()
  return after.chat
    .slice(before.chat.length)
    .filter((line) => !isOwn(after, line, name))
    .map((line) => words.chatMessage(line.name, line.text))
}
