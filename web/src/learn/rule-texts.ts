// The rules for players: the same text and positions as in docs/rules.

import chess from '../../../docs/rules/chess.md'
import diagrams from '../../../docs/rules/diagrams.json'
import space from '../../../docs/rules/space.md'
import tictactoe from '../../../docs/rules/tictactoe.md'
import type { Kind, Role } from '../raum'
import { ROLES } from '../words'
import type { Block } from './blocks'

export const RULES: { [kind in Kind]: readonly Block[] } = { chess, space, tictactoe }

/** A position to look at and play with. */
export interface Diagram {
  kind: Kind
  /** By default the start position. */
  position?: string
  /** Moves that lead to what is shown, separated by spaces. */
  moves?: string
  /** The name of the cell whose piece is selected at first. */
  selected?: string
  /** How many cells that piece can move to. */
  targets?: number
}

export const DIAGRAMS = diagrams as { [name: string]: Diagram }

/** How a piece moves, in a sentence: "Any number of cells along one axis." Null if the kind has no such piece. */
export function pieceRule(kind: Kind, role: Role): string | null {
  const figures = RULES[kind].flatMap((block) => (block.type === 'figures' ? block.figures : []))
  const spans = figures.find(({ spans: [name] }) => name?.text === ROLES[role])?.spans.slice(1)
  if (!spans) return null
  const text = spans.map((span) => span.text).join('')
  const [sentence = ''] = text.replace(/^: /, '').split(/(?<=\.) /)
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`
}
