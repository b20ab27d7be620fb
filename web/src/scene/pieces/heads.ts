// The parts of pieces that are not lathed: horses, a horn, a cross, battlements, jewels.

import { CylinderGeometry, ExtrudeGeometry, Shape, SphereGeometry, Vector3 } from 'three'
import type { BufferGeometry } from 'three'
import { toCreasedNormals } from 'three/examples/jsm/utils/BufferGeometryUtils.js'

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

/** A horse's head facing right; `lift` stretches its neck, `slim` narrows it. */
function horse(lift: number, slim: number): BufferGeometry[] {
  const x = (value: number) => value * slim
  const y = (value: number) => 0.2 + (value - 0.2) * lift
  const head = new Shape()
    .moveTo(x(-0.2), y(0.2))
    .bezierCurveTo(x(-0.3), y(0.42), x(-0.31), y(0.66), x(-0.2), y(0.84))
    .bezierCurveTo(x(-0.13), y(0.96), x(-0.04), y(1.01), x(0.0), y(1.03))
    .lineTo(x(0.02), y(1.16))
    .lineTo(x(0.1), y(1.0))
    .bezierCurveTo(x(0.19), y(0.94), x(0.28), y(0.83), x(0.355), y(0.735))
    .bezierCurveTo(x(0.4), y(0.68), x(0.37), y(0.6), x(0.31), y(0.595))
    .bezierCurveTo(x(0.25), y(0.59), x(0.23), y(0.64), x(0.17), y(0.65))
    .bezierCurveTo(x(0.08), y(0.66), x(0.02), y(0.62), x(0.03), y(0.54))
    .bezierCurveTo(x(0.05), y(0.44), x(0.22), y(0.38), x(0.22), y(0.2))
    .closePath()
  const mane = new Shape().moveTo(x(-0.16), y(0.28))
  const locks = [
    [-0.36, 0.4, -0.27, 0.45],
    [-0.4, 0.58, -0.28, 0.62],
    [-0.37, 0.76, -0.24, 0.79],
    [-0.3, 0.92, -0.14, 0.93],
    [-0.18, 1.04, -0.02, 1.06],
  ] as const
  for (const [outX, outY, inX, inY] of locks)
    mane.quadraticCurveTo(x(outX), y(outY), x(inX), y(inY))
  mane.lineTo(x(0.02), y(0.94)).lineTo(x(-0.1), y(0.3)).closePath()

  // Narrow at the muzzle and ears, broad at the chest.
  const half = 0.19 * slim
  const narrow = (point: Vector3) => {
    const front = Math.max(0, point.x / slim - 0.08)
    const height = (point.y - 0.2) / lift
    point.z *= (1.06 - 0.4 * height) * (1 - front * 0.8)
  }
  const knob = (at: [x: number, y: number], radius: number, flat: number) =>
    [1, -1].map((side) => {
      const middle = new Vector3(x(at[0]), y(at[1]), side * half)
      narrow(middle)
      return new SphereGeometry(radius * slim, 16, 12)
        .scale(1, 1, flat)
        .translate(middle.x, middle.y, middle.z)
    })
  const [eye, cheek, nostril] = [
    knob([0.13, 0.88], 0.032, 0.7),
    knob([0.05, 0.76], 0.13, 0.14),
    knob([0.32, 0.69], 0.022, 0.8),
  ]
  return [
    bend(cut(head, 2 * half, 0.105 * slim), narrow, 0.7),
    bend(cut(mane, 0.15 * slim, 0.03), narrow, 0.7),
    ...eye,
    ...cheek,
    ...nostril,
  ]
}

export function knightHead(): BufferGeometry[] {
  return horse(1, 1)
}

/** Slimmer than a knight, with a long horn. */
export function unicornHead(): BufferGeometry[] {
  return [...horse(0.94, 0.86), horn()]
}

/** A cone with three ridges twisted around it, growing from the forehead. */
function horn(): BufferGeometry {
  const length = 0.64
  const cone = new CylinderGeometry(0.006, 0.078, length, 24, 40, false).translate(0, length / 2, 0)
  const wind = (point: Vector3) => {
    const angle = Math.atan2(point.z, point.x) + (point.y / length) * 4 * Math.PI
    const factor = 1 + 0.26 * Math.cos(3 * angle)
    point.x *= factor
    point.z *= factor
  }
  return bend(cone, wind, 1.2).rotateZ(-0.62).translate(0.085, 0.86, 0)
}

/** Two crossed plates, so that the cross is visible from every side. */
export function cross(): BufferGeometry[] {
  const plain = plate()
  return [plain, plain.clone().rotateY(Math.PI / 2)]
}

function plate(): BufferGeometry {
  const [arm, half] = [0.14, 0.042]
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
  return toCreasedNormals(cut(shape, 0.085, 0.016), 0.5)
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
    return new SphereGeometry(0.043, 14, 10).translate(
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
