// The parts of pieces that are not lathed: horses, a horn, a cross, battlements, jewels.

import { CylinderGeometry, ExtrudeGeometry, Shape, SphereGeometry, Vector3 } from 'three'
import type { BufferGeometry } from 'three'
import { toCreasedNormals } from 'three/examples/jsm/utils/BufferGeometryUtils.js'

import { loft } from './loft'
import type { Section } from './loft'

/** Extrudes a shape to a thickness, with bevelled edges, centred on the piece. */
function cut(shape: Shape, thickness: number, round: number): BufferGeometry {
  const geometry = new ExtrudeGeometry(shape, {
    depth: thickness - 2 * round,
    bevelThickness: round,
    bevelSize: round,
    bevelOffset: -round * 0.5,
    bevelSegments: 4,
    curveSegments: 8,
  })
  return geometry.translate(0, 0, round - thickness / 2)
}

/** Moves every vertex, and recomputes the normals. */
function bend(
  geometry: BufferGeometry,
  by: (point: Vector3) => void,
  crease: number,
): BufferGeometry {
  const positions = geometry.getAttribute('position')
  const point = new Vector3()
  for (let index = 0; index < positions.count; index++) {
    by(point.fromBufferAttribute(positions, index))
    positions.setXYZ(index, point.x, point.y, point.z)
  }
  return toCreasedNormals(geometry, crease)
}

/** From the chest to the poll. */
const NECK: Section[] = [
  [0, 0.2, 0.285, 0.22],
  [0, 0.27, 0.28, 0.215],
  [-0.02, 0.36, 0.24, 0.18],
  [-0.045, 0.48, 0.2, 0.148],
  [-0.055, 0.61, 0.178, 0.128],
  [-0.04, 0.74, 0.165, 0.115],
  [0, 0.86, 0.148, 0.106],
  [0.045, 0.945, 0.1, 0.082],
  [0.07, 0.985, 0.01, 0.01],
]

/** From the back of the skull, over cheek and muzzle, to the lips. */
const SKULL: Section[] = [
  [-0.075, 0.965, 0.01, 0.01],
  [-0.035, 0.945, 0.11, 0.08],
  [0.04, 0.9, 0.158, 0.118],
  [0.115, 0.845, 0.152, 0.118],
  [0.19, 0.785, 0.118, 0.092],
  [0.265, 0.722, 0.088, 0.073],
  [0.335, 0.662, 0.086, 0.079],
  [0.38, 0.622, 0.062, 0.062],
  [0.4, 0.604, 0.008, 0.008],
]

/** Locks along the crest, from the forelock down to the withers. */
const MANE: Section[] = [
  [0.12, 1.0, 0.01, 0.01],
  [0.07, 1.035, 0.05, 0.036],
  [0, 1.045, 0.036, 0.03],
  [-0.075, 1.015, 0.062, 0.042],
  [-0.135, 0.95, 0.042, 0.034],
  [-0.185, 0.87, 0.068, 0.045],
  [-0.21, 0.775, 0.045, 0.036],
  [-0.235, 0.67, 0.072, 0.047],
  [-0.235, 0.56, 0.046, 0.037],
  [-0.25, 0.45, 0.068, 0.044],
  [-0.25, 0.35, 0.01, 0.01],
]

/** A horse's head facing right; `lift` stretches its neck, `slim` narrows it. */
function horse(lift: number, slim: number): BufferGeometry[] {
  const y = (value: number) => 0.2 + (value - 0.2) * lift
  const fit = (sections: readonly Section[], around?: number) =>
    loft(
      sections.map(([x, up, deep, wide]) => [x * slim, y(up), deep * slim, wide * slim]),
      around,
    )
  const knobs = (at: [x: number, y: number, z: number], radius: number) =>
    [1, -1].map((side) =>
      new SphereGeometry(radius * slim, 14, 10).translate(
        at[0] * slim,
        y(at[1]),
        side * at[2] * slim,
      ),
    )
  const ears = [1, -1].map((side) =>
    new CylinderGeometry(0.004, 0.042 * slim, 0.17 * lift, 14, 3)
      .scale(1, 1, 0.6)
      .rotateX(side * 0.24)
      .rotateZ(0.12)
      .translate(0.005 * slim, y(1.05), side * 0.068 * slim),
  )
  return [
    fit(NECK),
    fit(SKULL),
    fit(MANE, 12),
    ...ears,
    ...knobs([0.14, 0.895, 0.098], 0.03),
    ...knobs([0.362, 0.672, 0.058], 0.02),
  ]
}

export function knightHead(): BufferGeometry[] {
  return horse(1, 1)
}

/** Slimmer than a knight, with a long horn. */
export function unicornHead(): BufferGeometry[] {
  return [...horse(0.96, 0.84), horn()]
}

/** A cone with three ridges twisted around it, growing from the forehead. */
function horn(): BufferGeometry {
  const length = 0.62
  const cone = new CylinderGeometry(0.008, 0.07, length, 24, 40, false).translate(0, length / 2, 0)
  const wind = (point: Vector3) => {
    const angle = Math.atan2(point.z, point.x) + (point.y / length) * 4 * Math.PI
    const factor = 1 + 0.26 * Math.cos(3 * angle)
    point.x *= factor
    point.z *= factor
  }
  return bend(cone, wind, 1.2).rotateZ(-0.58).translate(0.075, 0.9, 0)
}

/** Two crossed plates, so that the cross is visible from every side. */
export function cross(): BufferGeometry[] {
  const plain = plate()
  return [plain, plain.clone().rotateY(Math.PI / 2)]
}

function plate(): BufferGeometry {
  const [arm, half] = [0.15, 0.05]
  const shape = new Shape()
    .moveTo(-half * 1.3, 1.36)
    .lineTo(-half, 1.455)
    .lineTo(-arm, 1.44)
    .lineTo(-arm, 1.55)
    .lineTo(-half, 1.535)
    .lineTo(-half * 1.3, 1.64)
    .lineTo(half * 1.3, 1.64)
    .lineTo(half, 1.535)
    .lineTo(arm, 1.55)
    .lineTo(arm, 1.44)
    .lineTo(half, 1.455)
    .lineTo(half * 1.3, 1.36)
    .closePath()
  return toCreasedNormals(cut(shape, 0.1, 0.02), 0.5)
}

/** Six merlons around the top of the tower. */
export function battlements(): BufferGeometry[] {
  const share = (2 * Math.PI) / 6
  return Array.from({ length: 6 }, (_, index) => {
    const [from, to] = [index * share + 0.17, (index + 1) * share - 0.17]
    const shape = new Shape()
      .absarc(0, 0, 0.272, from, to, false)
      .absarc(0, 0, 0.2, to, from, true)
      .closePath()
    const merlon = cut(shape, 0.18, 0.012)
    return toCreasedNormals(merlon, 0.5)
      .rotateX(-Math.PI / 2)
      .translate(0, 0.89, 0)
  })
}

/** Nine pearls around the crown, and an orb on top. */
export function jewels(): BufferGeometry[] {
  const points = Array.from({ length: 9 }, (_, index) => {
    const angle = (index * 2 * Math.PI) / 9
    return new SphereGeometry(0.05, 14, 10).translate(
      0.258 * Math.sin(angle),
      1.29,
      0.258 * Math.cos(angle),
    )
  })
  return [...points, orb(0.07, 1.39)]
}

export function orb(radius: number, middle: number): BufferGeometry {
  return new SphereGeometry(radius, 20, 14).translate(0, middle, 0)
}
