// What happened between two views: their difference tells.

import type { View } from '../raum'

/** A move was made (or made again), several were while nobody watched, moves were taken back, or there is another game. */
export type Change = 'move' | 'moves' | 'takeback' | 'game'

export function changeOf(before: View, after: View): Change | null {
  if (before.game !== after.game) return 'game'
  const more = after.moves.length - before.moves.length
  const isSameLine = isBeginning(before, after) || isBeginning(after, before)
  if (isSameLine && more === 0 && before.position.text === after.position.text) return null
  if (isSameLine && more === 1) return 'move'
  // One person's table may hold another game of the same number, which a file or another page has put there.
  const isAtOneDevice = after.seats.every(({ mine }) => mine)
  // What is taken back can be made again; what another game replaced cannot.
  if (isAtOneDevice) return isSameLine && more < 0 && after.redo > before.redo ? 'takeback' : 'game'
  if (isRefused(before, after)) return null
  return isSameLine && more < 0 ? 'takeback' : 'moves'
}

/** Whether the moves of one view begin those of another. */
function isBeginning({ moves: some }: View, { moves: all }: View): boolean {
  return some.every(({ text }, ply) => text === all[ply]?.text)
}

/** Whether nothing is different but that a move, already shown, was not made. Why not is told as what it is: a refusal. */
function isRefused(before: View, after: View): boolean {
  return (
    before.pending && after.moves.length === before.moves.length - 1 && isBeginning(after, before)
  )
}
