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
  if (isLocal(before) || isLocal(after)) return localChangeOf(before, after, isSameLine)
  if (isRefused(before, after)) return null
  return isSameLine && more < 0 ? 'takeback' : 'moves'
}

/** Whether a table is on one device: only there can moves be undone without asking. */
function isLocal({ seats, undoTo, redoTo }: View): boolean {
  return seats.every(({ mine }) => mine) || undoTo !== null || redoTo !== null
}

/** A local table may get another game with the same number, from a file or another tab. */
function localChangeOf(before: View, after: View, isSameLine: boolean): Change {
  // Moves taken back can be redone, and only these; moves replaced by another game cannot.
  if (!isSameLine) return 'game'
  if (after.redo > before.redo) return 'takeback'
  return after.redo < before.redo ? 'moves' : 'game'
}

/** Whether the moves of one view are a prefix of another's. */
function isPrefix({ moves: some }: View, { moves: all }: View): boolean {
  return some.every(({ text }, ply) => text === all[ply]?.text)
}

/** Whether the only change is that the server refused a pending move. The refusal has its own message. */
function isRefused(before: View, after: View): boolean {
  return before.pending && after.moves.length === before.moves.length - 1 && isPrefix(after, before)
}
