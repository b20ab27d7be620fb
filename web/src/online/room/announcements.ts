// Announcements about the people of a room, for screen readers.

import { isOwn, seatOf, whoIs } from './people'
import * as words from '../../words-online'
import { changeOf } from '../../panel/change'
import type { View } from '../../raum'
import { currentSettings } from '../../settings'

/** "Your opponent has offered a draw. Ben is away." Empty without a change. */
export function peopleAnnouncement(before: View, after: View): string {
  return [...offers(before, after), ...presence(before, after), ...chat(before, after)].join(' ')
}

function offers(before: View, after: View): string[] {
  const others = (side: View['drawOffer']) =>
    side !== null && side !== after.side ? whoIs(after, side) : null
  const [draw, takeback] = [others(after.drawOffer), others(after.takeback?.side ?? null)]
  const newRematches = after.rematch.filter((side) => !before.rematch.includes(side))
  const texts = [
    draw && before.drawOffer !== after.drawOffer && words.drawOffered(draw),
    takeback && before.takeback?.side !== after.takeback?.side && words.takebackRequested(takeback),
    declined(before, after),
    ...newRematches.map((side) => side !== after.side && words.rematchWanted(whoIs(after, side))),
    after.may.claimAbsence && !before.may.claimAbsence && words.CAN_CLAIM,
  ]
  return texts.filter((each) => typeof each === 'string')
}

/** The offer the opponent has just declined, as text. */
export function declined(before: View, after: View): string | null {
  const isAnswered = !after.ending && changeOf(before, after) === null && after.side !== null
  if (!isAnswered) return null
  if (before.drawOffer === after.side && !after.drawOffer) return words.DRAW_DECLINED
  if (before.takeback?.side === after.side && !after.takeback) return words.TAKEBACK_DECLINED
  return null
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
