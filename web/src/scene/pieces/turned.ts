// The lathed parts of pieces: outlines of a few curves, in cells.

import { BufferGeometry, LatheGeometry, Path } from 'three'
import { toCreasedNormals } from 'three/examples/jsm/utils/BufferGeometryUtils.js'

const SEGMENTS = 40
/** Points for each curve of an outline. */
const POINTS = 6

/** Lathes an outline around the axis of the piece, fully or for part of the circle. */
export function turn(outline: Path, start = 0, length = 2 * Math.PI): BufferGeometry {
  const segments = Math.ceil((SEGMENTS * length) / (2 * Math.PI))
  return new LatheGeometry(outline.getPoints(POINTS), segments, start, length)
}

/** Starts an outline with the base all pieces share; ends at the waist. */
export function foot(radius: number): Path {
  return new Path()
    .moveTo(0, 0)
    .lineTo(radius * 0.97, 0)
    .bezierCurveTo(radius * 1.01, 0, radius * 1.01, 0.07, radius * 0.97, 0.09)
    .lineTo(radius * 0.9, 0.1)
    .bezierCurveTo(radius * 0.95, 0.12, radius * 0.93, 0.16, radius * 0.84, 0.18)
    .bezierCurveTo(radius * 0.78, 0.19, radius * 0.72, 0.2, radius * 0.7, 0.225)
}

/** Continues from the waist with a slender stem and a collar. */
export function stem(outline: Path, neck: number, height: number, collar: number): Path {
  const { x, y } = outline.currentPoint
  return outline
    .bezierCurveTo(
      x * 0.72,
      y + (height - y) * 0.3,
      neck,
      y + (height - y) * 0.5,
      neck,
      height - 0.03,
    )
    .bezierCurveTo(collar * 0.8, height - 0.03, collar, height - 0.02, collar, height)
    .bezierCurveTo(collar, height + 0.025, collar * 0.8, height + 0.03, neck * 0.98, height + 0.035)
}

/** Continues with a ball and ends at its top. */
export function ball(outline: Path, radius: number, top: number): Path {
  const { x, y } = outline.currentPoint
  const bulge = radius * 0.56
  const middle = top - radius
  return outline
    .bezierCurveTo(x + (radius - x) * 0.6, y, radius, middle - bulge, radius, middle)
    .bezierCurveTo(radius, middle + bulge, bulge, top, 0, top)
}

export function pawn(): BufferGeometry {
  return turn(ball(stem(foot(0.3), 0.11, 0.5, 0.2), 0.18, 0.88))
}

export function kingBody(): BufferGeometry {
  const outline = stem(foot(0.375), 0.155, 0.98, 0.27)
  return turn(
    outline
      .lineTo(0.17, 1.03)
      .bezierCurveTo(0.19, 1.1, 0.23, 1.2, 0.265, 1.29)
      .bezierCurveTo(0.27, 1.32, 0.25, 1.33, 0.235, 1.33)
      .bezierCurveTo(0.2, 1.38, 0.1, 1.4, 0, 1.41),
  )
}

export function queenBody(): BufferGeometry {
  const outline = stem(foot(0.365), 0.145, 0.9, 0.255)
  return turn(
    outline
      .lineTo(0.15, 0.95)
      .bezierCurveTo(0.16, 1.06, 0.2, 1.18, 0.275, 1.26)
      .lineTo(0.25, 1.28)
      .bezierCurveTo(0.2, 1.22, 0.17, 1.22, 0.15, 1.24)
      .bezierCurveTo(0.12, 1.3, 0.06, 1.33, 0, 1.34),
  )
}

export function bishopBody(): BufferGeometry {
  return turn(stem(foot(0.335), 0.12, 0.72, 0.215).lineTo(0, 0.755))
}

/** The cut in a mitre: a slanted slot, from the front to the middle. */
const SLOT = { height: 0.93, slope: 0.95, half: 0.024, depth: 0.5, snap: 0.014 }

/** A mitre with a slot in it. */
export function mitre(): BufferGeometry {
  const outline = new Path()
    .moveTo(0.08, 0.74)
    .bezierCurveTo(0.18, 0.755, 0.215, 0.84, 0.2, 0.91)
    .bezierCurveTo(0.18, 1.02, 0.08, 1.1, 0.045, 1.16)
    .lineTo(0, 1.16)
  // Enough vertices to give the slot sharp edges.
  const solid = new LatheGeometry(outline.getPoints(16), 72)
  const positions = solid.getAttribute('position')
  for (let index = 0; index < positions.count; index++) {
    const [x, y, z] = [positions.getX(index), positions.getY(index), positions.getZ(index)]
    const across = (y - SLOT.height - SLOT.slope * x) / Math.hypot(1, SLOT.slope)
    const beyond = Math.abs(across) - SLOT.half
    if (x < -0.01 || beyond > SLOT.snap) continue
    if (beyond > 0) {
      // Straightens the edge of the slot.
      positions.setY(index, y - Math.sign(across) * beyond * Math.hypot(1, SLOT.slope))
    } else {
      positions.setXYZ(index, x * SLOT.depth, y, z * SLOT.depth)
    }
  }
  return toCreasedNormals(solid, 0.6)
}

export function rookBody(): BufferGeometry {
  return turn(
    foot(0.345)
      .bezierCurveTo(0.21, 0.34, 0.2, 0.5, 0.205, 0.66)
      .bezierCurveTo(0.215, 0.7, 0.28, 0.7, 0.28, 0.735)
      .lineTo(0.28, 0.84)
      .lineTo(0.2, 0.84)
      .lineTo(0.19, 0.78)
      .lineTo(0, 0.78),
  )
}

/** The base of the horses' heads. */
export function horseFoot(radius: number): BufferGeometry {
  return turn(
    foot(radius)
      .bezierCurveTo(radius * 0.78, 0.225, radius * 0.86, 0.23, radius * 0.86, 0.25)
      .bezierCurveTo(radius * 0.86, 0.275, radius * 0.7, 0.28, 0, 0.28),
  )
}
