// The tray: captured pieces beside the board, at the right hand of the player who took them.

import type { Vector3 } from 'three'

import { heightOf } from './layout'
import type { Layout } from './layout'
import { materialOf } from '../../board/material'
import { factsOf, indexOf } from '../../raum'
import type { Position, Role, Side } from '../../raum'

export interface CapturedPiece {
  side: Side
  role: Role
  /** Its place in the tray, from the end near the captor. */
  index: number
}

/** Pieces in the tray are smaller, as if they were farther away. */
export const TRAY_SCALE = 0.62
const ROWS = 8
const APART = 0.46
/** The table on which a board of one level stands. */
const TABLE = -0.33

/** The pieces captured since the first position. */
export function trayOf(first: Position, now: Position): CapturedPiece[] {
  const { sides } = factsOf(now.kind)
  return sides.flatMap((side) => {
    const captor = sides.find((each) => each !== side) ?? side
    return materialOf(first, now, captor).captured.map((role, index) => ({ side, role, index }))
  })
}

/** The place of a captured piece. */
export function trayPlace(layout: Layout, { side, index }: CapturedPiece, into: Vector3): Vector3 {
  const { extent } = layout
  const captor = 1 - indexOf(side)
  const hand = captor === 0 ? 1 : -1
  const [row, column] = [index % ROWS, Math.floor(index / ROWS)]
  return into.set(
    hand * (extent.x / 2 + 0.85 + column * APART),
    extent.z === 1 ? TABLE : heightOf(layout, captor * (extent.z - 1)),
    // In the middle of the side: at the near corners, the image has no room.
    hand * ((ROWS - 1) / 2 - row) * APART,
  )
}

/** The least aspect ratio of an image with room for the tray beside the board. */
export function trayAspect({ extent }: Layout): number {
  return extent.z === 1 ? 1.25 : 0.75
}
