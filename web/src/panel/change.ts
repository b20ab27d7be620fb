// Classifies the change between two views.

import type { View } from '../raum'

/** One move (or a redo), several moves at once (after a reconnect), a takeback, or another game. */
export type Change = 'move' | 'moves' | 'takeback' | 'game'

export function changeOf(before: View, after: View): Change | null {
  if (before.game !== after.game) return 'game'
  const more = after.moves.length - before.moves.length
  const isSameLine = isPrefix(before, after) || isPrefix(after, before)
  if (isSameLine && more === 0 && before.position.text === after.position.text) return null
  if (isSameLine && more === 1) return 'move'
  // A local table may get another game with the same number, from a file or another tab.
  const isLocal = after.seats.every(({ mine }) => mine)
  // Moves taken back can be redone; moves replaced by another game cannot.
  if (isLocal) return isSameLine && more < 0 && after.redo > before.redo ? 'takeback' : 'game'
  if (isRefused(before, after)) return null
  return isSameLine && more < 0 ? 'takeback' : 'moves'
}

/** Whether the moves of one view are a prefix of another's. */
function isPrefix({ moves: some }: View, { moves: all }: View): boolean {
  return some.every(({ text }, ply) => text === all[ply]?.text)
}

/** Whether the only change is that the server refused a pending move. The refusal has its own message. */
function isRefused(before: View, after: View): boolean {
  return before.pending && after.moves.length === before.moves.length - 1 && isPrefix(after, before)
}
