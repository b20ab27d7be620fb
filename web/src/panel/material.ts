// What was captured and who is ahead, told by counting: no move says it.

import type { Position, Role, Side } from '../raum'

/** What a piece is worth. Kings and marks are never captured. */
const WORTH: { [role in Role]: number } = {
  queen: 9,
  rook: 5,
  bishop: 3,
  knight: 3,
  unicorn: 2,
  pawn: 1,
  king: 0,
  mark: 0,
}

const ROLES = Object.keys(WORTH) as Role[]

export interface Material {
  /** What the side has captured, the most valuable first. */
  captured: Role[]
  /** By how much it is ahead; 0 if it is not. */
  lead: number
}

/** What a side has captured since the first position, and by how much it is ahead. */
export function materialOf(first: Position, now: Position, side: Side): Material {
  const theirs = (position: Position) => count(position, (each) => each !== side)
  const before = theirs(first)
  const after = theirs(now)
  const missing = (role: Role) => (before.get(role) ?? 0) - (after.get(role) ?? 0)
  // A piece that was not there at first is a pawn that was promoted, so that pawn is not missing.
  const promoted = ROLES.reduce((sum, role) => sum + Math.max(0, -missing(role)), 0)
  const captured = ROLES.flatMap((role) => {
    const times = missing(role) - (role === 'pawn' ? promoted : 0)
    return Array<Role>(Math.max(0, times)).fill(role)
  })
  const mine = count(now, (each) => each === side)
  return { captured, lead: Math.max(0, worth(mine) - worth(after)) }
}

function count({ pieces }: Position, counts: (side: Side) => boolean): Map<Role, number> {
  const counted = new Map<Role, number>()
  for (const { side, role } of pieces) {
    if (counts(side) && WORTH[role] > 0) counted.set(role, (counted.get(role) ?? 0) + 1)
  }
  return counted
}

function worth(counted: Map<Role, number>): number {
  return [...counted].reduce((sum, [role, times]) => sum + WORTH[role] * times, 0)
}
