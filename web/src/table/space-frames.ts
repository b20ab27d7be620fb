// The frames of the space chess dialect: docs/dialects/space.md and its schema.

import type { Side } from '../raum'

type Color = Extract<Side, 'white' | 'black'>

interface Cells {
  from: string
  to: string
  promotion?: string
}

export type ClientFrame =
  { type: 'create_game' } | { type: 'join_game'; gameId: string } | ({ type: 'move' } & Cells)

export interface GameStart {
  color: Color
  initialPosition?: string
}

export interface MoveMade extends Cells {
  by: Color
}

export type ServerFrame =
  | { type: 'game_created'; gameId: string }
  | ({ type: 'game_start' } & GameStart)
  | ({ type: 'move_made' } & MoveMade)
  | { type: 'error'; code: string; message: string }

/** The frame for a move text such as `Dc5Ec5Q`. */
export function moveFrame(text: string): ClientFrame {
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
