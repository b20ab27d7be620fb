// Our own drawings of the pieces, in a 48 × 48 square. Overlapping shapes form one silhouette; lines are drawn on it. The
// server's pictures use the same file.

import type { Role, Side } from '../raum'
import drawings from './figures.json'

export interface Drawing {
  shape: string
  lines: string
}

/** The drawing of a piece. A mark is drawn as its side. */
export function drawingOf(side: Side, role: Role): Drawing {
  if (role === 'mark') return drawings[side === 'X' ? 'X' : 'O']
  return drawings[role]
}
