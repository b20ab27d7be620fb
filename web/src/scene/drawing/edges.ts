// Places the coordinate labels on the edges of the board nearest to the camera.

import { heightOf } from '../camera/layout'
import type { Layout } from '../camera/layout'
import { fileName, levelName } from '../../board/cell'

export interface Label {
  text: string
  x: number
  y: number
  z: number
  /** Its rotation around the vertical axis; null if it faces the camera. */
  turn: number | null
}

/** The sine of the angle beyond which a second edge counts as near. */
const OBLIQUE = 0.12
const QUARTER = Math.PI / 2

/** The near edges for a camera azimuth, as -1 or 1 on each axis, and the rotation of letters. */
export function nearEdges(azimuth: number): { x: number; z: number; turn: number } {
  const turn = QUARTER * Math.round(azimuth / QUARTER)
  const [sin, cos] = [Math.sin(azimuth), Math.cos(azimuth)]
  // Seen straight from one edge, the other labels go on its left.
  const x = Math.abs(sin) > OBLIQUE ? Math.sign(sin) : -Math.sign(cos)
  const z = Math.abs(cos) > OBLIQUE ? Math.sign(cos) : Math.sign(sin)
  return { x, z, turn }
}

/** Identifies the range of azimuths that share one placement of all labels. */
export function sectorOf(azimuth: number): number {
  const quarter = Math.floor(azimuth / QUARTER)
  const share = azimuth / QUARTER - quarter
  const oblique = Math.asin(OBLIQUE) / QUARTER
  return 4 * quarter + Number(share > oblique) + Number(share >= 0.5) + Number(share >= 1 - oblique)
}

/** All labels of a board for a camera azimuth; files and ranks are labelled on one level. */
export function labelsOf(layout: Layout, azimuth: number, level: number): Label[] {
  const { extent } = layout
  const near = nearEdges(azimuth)
  const y = heightOf(layout, level)
  const [halfX, halfZ] = [extent.x / 2 + 0.28, extent.y / 2 + 0.28]
  const files = Array.from({ length: extent.x }, (_, index) => ({
    text: fileName(index),
    x: index - (extent.x - 1) / 2,
    y,
    z: near.z * halfZ,
    turn: near.turn,
  }))
  const ranks = Array.from({ length: extent.y }, (_, index) => ({
    text: String(index + 1),
    x: near.x * halfX,
    y,
    z: (extent.y - 1) / 2 - index,
    turn: near.turn,
  }))
  return extent.z === 1 ? [...files, ...ranks] : [...files, ...ranks, ...levels(layout, azimuth)]
}

/** The level labels, at the leftmost and rightmost corners. */
function levels(layout: Layout, azimuth: number): Label[] {
  const { extent } = layout
  const [halfX, halfZ] = [extent.x / 2 + 0.3, extent.y / 2 + 0.3]
  const corners = [-1, 1].flatMap((x) => [-1, 1].map((z) => ({ x: x * halfX, z: z * halfZ })))
  const right = ({ x, z }: { x: number; z: number }) =>
    x * Math.cos(azimuth) - z * Math.sin(azimuth)
  corners.sort((one, other) => right(one) - right(other))
  return [corners[0], corners[3]].flatMap((corner) =>
    corner
      ? Array.from({ length: extent.z }, (_, level) => ({
          text: levelName(level),
          ...corner,
          y: heightOf(layout, level) + 0.12,
          turn: null,
        }))
      : [],
  )
}
