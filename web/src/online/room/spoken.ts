// What people in a room did between two views, in words to be heard.

import { isOwn, seatOf, whoIs } from './people'
import * as words from '../../words-online'
import { changeOf } from '../../panel/change'
import type { View } from '../../raum'
import { currentSettings } from '../../settings'

/** "Your opponent has offered a draw. Ben is away." Nothing where nothing happened. */
export function spokenOfPeople(before: View, after: View): string {
  return [...offers(before, after), ...presence(before, after), ...talk(before, after)].join(' ')
}

function offers(before: View, after: View): string[] {
  const others = (side: View['drawOffer']) =>
    side !== null && side !== after.side ? whoIs(after, side) : null
  const [draw, takeback] = [others(after.drawOffer), others(after.takeback?.side ?? null)]
  const wishes = after.rematch.filter((side) => !before.rematch.includes(side))
  const said = [
    draw && before.drawOffer !== after.drawOffer && words.drawOffered(draw),
    takeback && before.takeback?.side !== after.takeback?.side && words.takebackRequested(takeback),
    declined(before, after),
    ...wishes.map((side) => side !== after.side && words.rematchWanted(whoIs(after, side))),
    after.may.claimAbsence && !before.may.claimAbsence && words.CAN_CLAIM,
  ]
  return said.filter((each) => typeof each === 'string')
}

/** What one's opponent has just declined. */
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
    // In another game the sides may be swapped.
    if (!was || seat.mine || before.game !== after.game) return []
    if (seat.leftAt !== null) return was.leftAt === null ? [words.hasLeft(seat.name)] : []
    const [wasHere, isHere] = [was, seat].map(
      ({ awaySince, leftAt }) => awaySince === null && leftAt === null,
    )
    if (wasHere === isHere) return []
    return [isHere ? words.isBack(seat.name) : words.isAway(seat.name)]
  })
}

function talk(before: View, after: View): string[] {
  const { name } = currentSettings()
  return after.chat
    .slice(before.chat.length)
    .filter((line) => !isOwn(after, line, name))
    .map((line) => words.chatMessage(line.name, line.text))
}
