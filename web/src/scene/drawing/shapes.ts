// Flat shapes for tiles and marks, as geometries with vertex colours. White takes the instance's colour.

import {
  BufferAttribute,
  BufferGeometry,
  CircleGeometry,
  Color,
  ExtrudeGeometry,
  Path,
  Shape,
  ShapeGeometry,
  SphereGeometry,
  TorusGeometry,
} from 'three'
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js'

const WHITE = new Color(1, 1, 1)
const BLACK = new Color(0, 0, 0)

/** Gives every vertex one colour and alpha. */
export function paint(geometry: BufferGeometry, colour: Color, alpha = 1): BufferGeometry {
  const plain = bare(geometry)
  const colours = new Float32Array(plain.getAttribute('position').count * 4)
  for (let index = 0; index < colours.length; index += 4)
    colours.set([colour.r, colour.g, colour.b, alpha], index)
  plain.setAttribute('color', new BufferAttribute(colours, 4))
  return plain
}

/** Reduces a geometry to indexed positions and normals: only geometries with equal attributes can be merged. */
export function bare(geometry: BufferGeometry): BufferGeometry {
  const positions = geometry.getAttribute('position')
  const normals = geometry.getAttribute('normal')
  const plain = new BufferGeometry()
  plain.setAttribute('position', positions)
  plain.setAttribute('normal', normals)
  const index =
    geometry.index ??
    new BufferAttribute(
      Uint32Array.from({ length: positions.count }, (_, at) => at),
      1,
    )
  return plain.setIndex(index)
}

function lay(shape: Shape): BufferGeometry {
  return new ShapeGeometry(shape, 10).rotateX(-Math.PI / 2)
}

function outline<P extends Path>(path: P, half: number, round: number): P {
  return path
    .moveTo(-half + round, -half)
    .lineTo(half - round, -half)
    .quadraticCurveTo(half, -half, half, -half + round)
    .lineTo(half, half - round)
    .quadraticCurveTo(half, half, half - round, half)
    .lineTo(-half + round, half)
    .quadraticCurveTo(-half, half, -half, half - round)
    .lineTo(-half, -half + round)
    .quadraticCurveTo(-half, -half, -half + round, -half)
}

/** The outline of a rounded square. */
function frame(half: number, width: number): BufferGeometry {
  const shape = outline(new Shape(), half, 0.07)
  shape.holes.push(outline(new Path(), half - width, 0.07 - width / 2))
  return lay(shape)
}

/** The sides of a pane catch the light, as those of acrylic do. */
const LIT = new Color(1.5, 1.5, 1.6)

/** A thin translucent tile, its top at the origin, with a border and lit sides. */
export function pane(size: number, thickness: number, opacity: number): BufferGeometry {
  const edge = 0.03
  const inner = lay(outline(new Shape(), size / 2 - edge, 0.055))
  const sides = new ExtrudeGeometry(outline(new Shape(), size / 2, 0.07), {
    depth: thickness,
    bevelEnabled: false,
    curveSegments: 4,
  })
    .rotateX(-Math.PI / 2)
    .translate(0, -thickness - 0.001, 0)
  return mergeGeometries([
    paint(wallsOf(sides), LIT, 0.95),
    paint(inner, WHITE, opacity),
    paint(frame(size / 2, edge), LIT, 0.95),
  ])
}

/** The triangles of a prism that stand upright. */
function wallsOf(geometry: BufferGeometry): BufferGeometry {
  const flat = geometry.index ? geometry.toNonIndexed() : geometry
  const normals = flat.getAttribute('normal')
  const upright = Array.from({ length: normals.count }, (_, index) => index).filter(
    (index) => Math.abs(normals.getY(index)) < 0.5,
  )
  return flat.setIndex(upright)
}

/** A square line, inlaid in the frame around a board. */
export function inlay(half: number, width: number): BufferGeometry {
  return frame(half, width)
}

/** A soft shadow: dark in the centre, transparent at the edge. */
export function shade(): BufferGeometry {
  const disc = paint(new CircleGeometry(1, 24).rotateX(-Math.PI / 2), BLACK, 0)
  disc.getAttribute('color').setW(0, 0.55)
  return disc
}

function starShape(points: number, outer: number, inner: number): Shape {
  const shape = new Shape()
  for (let index = 0; index < points * 2; index++) {
    const angle = (Math.PI * index) / points
    const radius = index % 2 === 0 ? outer : inner
    const [x, y] = [radius * Math.sin(angle), radius * Math.cos(angle)]
    if (index === 0) shape.moveTo(x, y)
    else shape.lineTo(x, y)
  }
  return shape.closePath()
}

/** Adds a dark edge, so that a mark stands out on every tile. */
function edged(colour: BufferGeometry, edge: BufferGeometry): BufferGeometry {
  return mergeGeometries([
    paint(edge, BLACK, 0.55),
    paint(colour.clone().translate(0, 0.006, 0), WHITE),
  ])
}

function ring(radius: number, tube: number, start = 0, length = 2 * Math.PI): BufferGeometry {
  const segments = Math.ceil((56 * length) / (2 * Math.PI))
  const torus = new TorusGeometry(radius, tube, 8, segments, length)
  return torus
    .rotateZ(start)
    .rotateX(-Math.PI / 2)
    .scale(1, 0.6, 1)
}

/** A quiet move: a dot with some height, visible from the side. */
export function dot(): BufferGeometry {
  return edged(
    new SphereGeometry(0.125, 20, 10, 0, 2 * Math.PI, 0, Math.PI / 2).scale(1, 0.5, 1),
    lay(starShape(24, 0.16, 0.16)),
  )
}

/** A capture: a ring with four notches. */
export function notchedRing(): BufferGeometry {
  const quarter = Math.PI / 2
  const arcs = (tube: number, notch: number) =>
    mergeGeometries(
      [0, 1, 2, 3].map((index) => ring(0.425, tube, index * quarter + notch, quarter - 2 * notch)),
    )
  return edged(arcs(0.036, 0.16), arcs(0.052, 0.12).scale(1, 0.3, 1))
}

/** A promotion: a star. */
export function star(): BufferGeometry {
  return edged(lay(starShape(5, 0.26, 0.115)), lay(starShape(5, 0.32, 0.15)))
}

/** The last move: a lit tile with brackets at its corners. */
export function brackets(): BufferGeometry {
  const corners = (half: number, width: number, arm: number) =>
    mergeGeometries(
      [0, 1, 2, 3].map((index) =>
        lay(
          new Shape()
            .moveTo(half, half)
            .lineTo(half - arm, half)
            .lineTo(half - arm, half - width)
            .lineTo(half - width, half - width)
            .lineTo(half - width, half - arm)
            .lineTo(half, half - arm)
            .closePath(),
        ).rotateY((index * Math.PI) / 2),
      ),
    )
  return mergeGeometries([
    paint(lay(outline(new Shape(), 0.45, 0.06)), WHITE, 0.4),
    edged(corners(0.455, 0.055, 0.2), corners(0.472, 0.09, 0.22)),
  ])
}

/** The selected piece: two rings. */
export function doubleRing(): BufferGeometry {
  const rings = (tube: number) => mergeGeometries([ring(0.39, tube), ring(0.455, tube * 0.7)])
  return edged(rings(0.024), rings(0.034).scale(1, 0.3, 1))
}

/** Check: a ring with spikes. */
export function spikedRing(): BufferGeometry {
  const spikes = (outer: number, inner: number, hole: number) => {
    const shape = starShape(16, outer, inner)
    shape.holes.push(new Path().absarc(0, 0, hole, 0, 2 * Math.PI, true))
    return lay(shape)
  }
  return edged(spikes(0.5, 0.42, 0.37), spikes(0.53, 0.45, 0.35))
}

/** The outline of a regular polygon. */
function polygon(corners: number, outer: number, inner: number): BufferGeometry {
  const shape = starShape(corners / 2, outer, outer)
  shape.holes.push(new Path(starShape(corners / 2, inner, inner).getPoints()))
  return lay(shape)
}

/** A threat: a triangle. */
export function triangle(): BufferGeometry {
  return edged(polygon(3, 0.5, 0.4), polygon(3, 0.56, 0.34))
}

/** A bar. A line of one, two or three axes has as many, so that its shape shows its class. */
export function bar(): BufferGeometry {
  return edged(lay(rectangle(0.18, 0.035)), lay(rectangle(0.21, 0.065)))
}

function rectangle(halfLength: number, halfWidth: number): Shape {
  return new Shape()
    .moveTo(-halfLength, -halfWidth)
    .lineTo(halfLength, -halfWidth)
    .lineTo(halfLength, halfWidth)
    .lineTo(-halfLength, halfWidth)
    .closePath()
}

/** The keyboard cursor and the hovered cell: a bold frame. */
export function cursorFrame(): BufferGeometry {
  return edged(frame(0.5, 0.07), frame(0.53, 0.13))
}
