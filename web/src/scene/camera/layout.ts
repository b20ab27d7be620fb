// Maps cells to scene coordinates and back. No other file knows the mapping.
//
// A cell is one unit wide. Files run to the right, ranks away from the first side; the centre of the board is the
// origin. Levels run upwards for the first side and downwards for the second, so that both have their own army low and
// near: with the camera on the other side, the second player sees the point reflection of what the first one sees.

import type { Vector3 } from 'three'

import type { Cell, Extent, Role } from '../../raum'

export interface Layout {
  extent: Extent
  /** The height of a level above the one before it; negative for the second side. */
  rise: number
  /** The lowest and highest level the camera must show. */
  shown: { low: number; high: number }
}

/** The layout of a board with all levels shown. */
export function layoutOf(extent: Extent, gap: number, flipped = false): Layout {
  return { extent, rise: riseOf(extent, gap, flipped), shown: { low: 0, high: extent.z - 1 } }
}

/** The rise of a board with this gap between its levels, as the first side sees it, or the second if flipped. */
export function riseOf(extent: Extent, gap: number, flipped: boolean): number {
  return flipped && extent.z > 1 ? -gap : gap
}

/** The distance between two levels. 1.1 makes a true cube, in which diagonals line up. */
export const GAP = { cube: 1.1, usual: 2.5, wide: 3.5 }

export function clampGap(gap: number): number {
  return Math.min(GAP.wide, Math.max(GAP.cube, gap))
}

/** The height (y) of a level's tiles. */
export function heightOf({ extent, rise }: Layout, level: number): number {
  return (level - (extent.z - 1) / 2) * rise
}

/** The level drawn lowest. */
export function lowestOf({ extent, rise }: Layout): number {
  return rise < 0 ? extent.z - 1 : 0
}

/** The centre of a cell's tile, where its piece stands. */
export function placeOf(layout: Layout, { x, y, z }: Cell, into: Vector3): Vector3 {
  const { extent } = layout
  return into.set(x - (extent.x - 1) / 2, heightOf(layout, z), (extent.y - 1) / 2 - y)
}

/** The cell of a level directly above or below a point, or null off the board. */
export function cellAt({ extent }: Layout, level: number, point: Vector3): Cell | null {
  const x = Math.round(point.x + (extent.x - 1) / 2)
  const y = Math.round((extent.y - 1) / 2 - point.z)
  const isOnBoard = x >= 0 && x < extent.x && y >= 0 && y < extent.y
  return isOnBoard ? { x, y, z: level } : null
}

/** The levels in drawing order for translucent tiles: farthest from the camera's height first. */
export function drawingOrder(layout: Layout, cameraHeight: number): number[] {
  const far = (level: number) => Math.abs(heightOf(layout, level) - cameraHeight)
  const levels = Array.from({ length: layout.extent.z }, (_, level) => level)
  return levels.sort((one, other) => far(other) - far(one))
}

/** A piece's height and radius, in cells. Pieces of a stacked board are smaller, so they hide less. */
export interface Size {
  height: number
  radius: number
}

const SIZES_FLAT: { [role in Role]: Size } = {
  king: { height: 1.62, radius: 0.375 },
  queen: { height: 1.46, radius: 0.365 },
  bishop: { height: 1.24, radius: 0.335 },
  unicorn: { height: 1.34, radius: 0.335 },
  knight: { height: 1.14, radius: 0.345 },
  rook: { height: 0.98, radius: 0.345 },
  pawn: { height: 0.88, radius: 0.3 },
  mark: { height: 0.2, radius: 0.3 },
}

const SIZES_STACKED: { [role in Role]: Size } = {
  king: { height: 0.9, radius: 0.28 },
  queen: { height: 0.84, radius: 0.275 },
  bishop: { height: 0.8, radius: 0.26 },
  unicorn: { height: 0.9, radius: 0.26 },
  knight: { height: 0.77, radius: 0.27 },
  rook: { height: 0.68, radius: 0.27 },
  pawn: { height: 0.61, radius: 0.245 },
  mark: { height: 0.2, radius: 0.25 },
}

export function sizeOf({ extent }: Layout, role: Role): Size {
  return (extent.z === 1 ? SIZES_FLAT : SIZES_STACKED)[role]
}
