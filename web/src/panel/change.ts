// What happened between two views: their difference tells.

import type { View } from '../raum'

/** A move was made (or made again), moves were taken back, or there is another game. */
export type Change = 'move' | 'takeback' | 'game'

export function changeOf(before: View, after: View): Change | null {
  const more = after.moves.length - before.moves.length
  const shared = Math.min(after.moves.length, before.moves.length)
  const isSameLine =
    before.game === after.game &&
    before.moves.slice(0, shared).every(({ text }, ply) => text === after.moves[ply]?.text)
  if (isSameLine && more === 0 && before.position.text === after.position.text) return null
  if (isSameLine && more === 1) return 'move'
  // What is taken back can be made again; what another game replaced cannot.
  if (isSameLine && more < 0 && after.redo > before.redo) return 'takeback'
  return 'game'
}
