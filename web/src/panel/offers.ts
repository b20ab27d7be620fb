// Announcements about offers, for screen readers.

import { changeOf } from './change'
import { whoIs } from './people'
import type { View } from '../raum'
import * as words from '../words-online'

/** "Your opponent offered a draw." Empty without a change. */
export function offersAnnouncement(before: View, after: View): string {
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
  return texts.filter((each) => typeof each === 'string').join(' ')
}

/** The offer the opponent has just declined, as text. */
export function declined(before: View, after: View): string | null {
  const isAnswered = !after.ending && changeOf(before, after) === null && after.side !== null
  if (!isAnswered) return null
  if (before.drawOffer === after.side && !after.drawOffer) return words.DRAW_DECLINED
  if (before.takeback?.side === after.side && !after.takeback) return words.TAKEBACK_DECLINED
  return null
}
