// Where cells are in the scene, and which cell is where: the one file that knows.
//
// A cell is one wide. Files go right, ranks go away from the first side, levels go up, and the middle of
// the board is the origin.

import type { Vector3 } from 'three'

import type { Cell, Extent, Role } from '../../raum'

export interface Layout {
  extent: Extent
  /** How far one level is above the next: 1.1 makes a true cube, whose diagonals line up. */
  gap: number
  /** The lowest and the highest level that must be in sight. */
  shown: { low: number; high: number }
}

/** A board of which all levels are shown. */
export function layoutOf(extent: Extent, gap: number): Layout {
  return { extent, gap, shown: { low: 0, high: extent.z - 1 } }
}

export const GAP = { cube: 1.1, usual: 2.5, wide: 3.5 }

export function clampGap(gap: number): number {
  return Math.min(GAP.wide, Math.max(GAP.cube, gap))
}

/** How high the tiles of a level are. */
export function heightOf({ extent, gap }: Layout, level: number): number {
  return (level - (extent.z - 1) / 2) * gap
}

/** The middle of a cell's tile, where a piece stands. */
export function placeOf(layout: Layout, { x, y, z }: Cell, into: Vector3): Vector3 {
  const { extent } = layout
  return into.set(x - (extent.x - 1) / 2, heightOf(layout, z), (extent.y - 1) / 2 - y)
}

/** The cell of a level that is above or below a point, if there is one. */
export function cellAt({ extent }: Layout, level: number, point: Vector3): Cell | null {
  const x = Math.round(point.x + (extent.x - 1) / 2)
  const y = Math.round((extent.y - 1) / 2 - point.z)
  const isOnBoard = x >= 0 && x < extent.x && y >= 0 && y < extent.y
  return isOnBoard ? { x, y, z: level } : null
}

/** The levels in the order to draw them in, where none is to be hidden: first those farthest from the camera's height. */
export function drawingOrder(layout: Layout, cameraHeight: number): number[] {
  const far = (level: number) => Math.abs(heightOf(layout, level) - cameraHeight)
  const levels = Array.from({ length: layout.extent.z }, (_, level) => level)
  return levels.sort((one, other) => far(other) - far(one))
}

/** How high and how wide a piece is, in cells. Between levels, pieces are small: they must hide nothing. */
export interface Size {
  height: number
  radius: number
}

const ON_A_PLANE: { [role in Role]: Size } = {
  king: { height: 1.62, radius: 0.375 },
  queen: { height: 1.46, radius: 0.365 },
  bishop: { height: 1.24, radius: 0.335 },
  unicorn: { height: 1.34, radius: 0.335 },
  knight: { height: 1.14, radius: 0.345 },
  rook: { height: 0.98, radius: 0.345 },
  pawn: { height: 0.88, radius: 0.3 },
  mark: { height: 0.2, radius: 0.3 },
}

const BETWEEN_LEVELS: { [role in Role]: Size } = {
  king: { height: 0.9, radius: 0.28 },
  queen: { height: 0.84, radius: 0.275 },
  bishop: { height: 0.76, radius: 0.25 },
  unicorn: { height: 0.9, radius: 0.25 },
  knight: { height: 0.72, radius: 0.26 },
  rook: { height: 0.62, radius: 0.26 },
  pawn: { height: 0.52, radius: 0.225 },
  mark: { height: 0.2, radius: 0.25 },
}

export function sizeOf({ extent }: Layout, role: Role): Size {
  return (extent.z === 1 ? ON_A_PLANE : BETWEEN_LEVELS)[role]
}
