// An oblique projection for pictures of boards: files run to the right and slightly down, ranks away, levels up.

import { hasLevels } from './cell'
import type { Extent, Kind } from '../raum'

export interface Point {
  x: number
  y: number
}

/** The offset in the picture of one file, one rank and one level. A piece is 48 units wide. */
export interface Slant {
  file: Point
  rank: Point
  level: Point
}

const FLAT: Slant = { file: { x: 42, y: 12 }, rank: { x: 22, y: -24 }, level: { x: 0, y: 0 } }

/** A stack is viewed from a lower angle, to leave space between its levels. */
const STACK: Slant = { file: { x: 58, y: 6 }, rank: { x: 34, y: -10 }, level: { x: 0, y: -84 } }

export function slantOf(kind: Kind): Slant {
  return hasLevels(kind) ? STACK : FLAT
}

/** Projects a point of the board. Cells have their corners at integers. */
export function project({ file, rank, level }: Slant, x: number, y: number, z: number): Point {
  return {
    x: x * file.x + y * rank.x + z * level.x,
    y: x * file.y + y * rank.y + z * level.y,
  }
}

/** A rectangle on a level as an SVG path, inset by a margin. */
export function tile(slant: Slant, from: Point, size: Point, z: number, margin: number): string {
  const [left, right] = [from.x + margin, from.x + size.x - margin]
  const [near, far] = [from.y + margin, from.y + size.y - margin]
  const corner = (x: number, y: number) => {
    const at = project(slant, x, y, z)
    return `${at.x.toFixed(1)} ${at.y.toFixed(1)}`
  }
  return `M${corner(left, near)}L${corner(right, near)}L${corner(right, far)}L${corner(left, far)}z`
}

/** The viewBox of a board, including the pieces at its far edge. */
export function viewBoxOf(slant: Slant, extent: Extent): string {
  const top = project(slant, 0, extent.y, extent.z - 1).y - 40
  const [left, right] = [project(slant, 0, 0, 0).x, project(slant, extent.x, extent.y, 0).x]
  const bottom = project(slant, extent.x, 0, 0).y + 14
  return [left, top, right - left, bottom - top].join(' ')
}
