// Captured pieces and the material lead, computed by counting pieces.

import type { Position, Role, Side } from '../raum'

/** The value of a piece. Kings and marks are never captured. */
const VALUES: { [role in Role]: number } = {
  queen: 9,
  rook: 5,
  bishop: 3,
  knight: 3,
  unicorn: 2,
  pawn: 1,
  king: 0,
  mark: 0,
}

const ROLES = Object.keys(VALUES) as Role[]

export interface Material {
  /** The captured pieces, most valuable first. */
  captured: Role[]
  /** The material lead; 0 if the side is not ahead. */
  lead: number
}

/** A side's captures since the first position, and its material lead. */
export function materialOf(first: Position, now: Position, side: Side): Material {
  const opponents = (position: Position) => count(position, (each) => each !== side)
  const before = opponents(first)
  const after = opponents(now)
  const missing = (role: Role) => (before.get(role) ?? 0) - (after.get(role) ?? 0)
  // A surplus piece is a promoted pawn, which therefore was not captured.
  const promoted = ROLES.reduce((sum, role) => sum + Math.max(0, -missing(role)), 0)
  const captured = ROLES.flatMap((role) => {
    const times = missing(role) - (role === 'pawn' ? promoted : 0)
    return Array<Role>(Math.max(0, times)).fill(role)
  })
  const mine = count(now, (each) => each === side)
  return { captured, lead: Math.max(0, valueOf(mine) - valueOf(after)) }
}

function count({ pieces }: Position, includes: (side: Side) => boolean): Map<Role, number> {
  const counts = new Map<Role, number>()
  for (const { side, role } of pieces) {
    if (includes(side) && VALUES[role] > 0) counts.set(role, (counts.get(role) ?? 0) + 1)
  }
  return counts
}

function valueOf(counts: Map<Role, number>): number {
  return [...counts].reduce((sum, [role, times]) => sum + VALUES[role] * times, 0)
}
