import { Record } from '../raum'
import type { Position } from '../raum'

/** The text of the move that somebody typed, as machines or as people write it. Throws if there is none. */
export function readMove({ kind, text, legal }: Position, typed: string): string {
  const move = typed.trim()
  // Machines name castling and promotions otherwise than people.
  if (legal.some((each) => each.text === move)) return move
  return Record.start(kind, text).read(move)
}
