// The frames of the dialect of space chess: docs/dialects/space.md and its schema.

import type { Ending, Reason, Side } from '../raum'

type Color = Extract<Side, 'white' | 'black'>

interface Cells {
  from: string
  to: string
  promotion?: string
}

/** What a client says. */
export type Said =
  { type: 'create_game' } | { type: 'join_game'; gameId: string } | ({ type: 'move' } & Cells)

export interface GameStart {
  color: Color
  initialPosition?: string
}

export interface MoveMade extends Cells {
  by: Color
}

/** What a client hears. */
export type Heard =
  | { type: 'game_created'; gameId: string }
  | ({ type: 'game_start' } & GameStart)
  | ({ type: 'move_made' } & MoveMade)
  | { type: 'error'; code: string; message: string }

/** A move, given by its text, as a frame: `Dc5Ec5Q`. */
export function moveFrame(text: string): Said {
  const promotion = text.slice(6)
  return {
    type: 'move',
    from: text.slice(0, 3),
    to: text.slice(3, 6),
    ...(promotion && { promotion }),
  }
}

/** The text of a move that was made. */
export function moveText({ from, to, promotion = '' }: Cells): string {
  return from + to + promotion
}

/** Words that only the sentence of one reason has. */
const SIGNS: [sign: string, reason: Reason][] = [
  ['resignation', 'resignation'],
  ['on time', 'time'],
  ['agreement', 'agreement'],
  ['away', 'absence'],
  ['neither side can win', 'dead-position'],
  ['fivefold', 'fivefold-repetition'],
  ['threefold', 'threefold-repetition'],
  ['seventy-five', 'seventy-five-moves'],
  ['fifty', 'fifty-moves'],
  ['no result', 'interrupted'],
]

/**
 * The ending that a sentence for people comes nearest to: the dialect has no other word for the ends that cannot be
 * seen on the board. Whoever shows it shows the sentence, too.
 */
export function endingOf(sentence: string): Ending {
  const winner = /^(White|Black) wins/.exec(sentence)?.[1]?.toLowerCase()
  return {
    winner: (winner as Color | undefined) ?? null,
    reason: SIGNS.find(([sign]) => sentence.includes(sign))?.[1] ?? 'leaving',
  }
}
