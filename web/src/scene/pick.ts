// Which cell somebody means by a point on the screen: one ray, and only those cells that can be meant.
//
// Distances are in cells, as they look where the piece or tile is, so that what is far away is not harder
// to hit than what is near.

import { Vector3 } from 'three'
import type { Camera } from 'three'

import { cellAt, placeOf } from './layout'
import type { Layout } from './layout'
import { isSame } from '../board/cell'
import type { Cell } from '../raum'

/** What looks at the scene: a camera, and how many pixels wide and high its picture is. */
export interface Eye {
  camera: Camera
  width: number
  height: number
}

/** A point of the picture, in pixels from its left and top. */
export interface Point {
  x: number
  y: number
}

/** A cell that can be meant: to go to, or with a piece to choose. A cell without a piece has no height. */
export interface Candidate {
  cell: Cell
  isTarget: boolean
  height: number
  radius: number
}

export interface Aim {
  /** The piece that is chosen already. */
  selected: Cell | null
  /** The level that everybody looks at. */
  focus: number | null
  isTouch: boolean
}

/** As near to a piece's axis as this, it is meant. */
const REACH = 0.45
/** Two that are as near as this cannot be told apart by pointing. */
const AMBIGUOUS_PIXELS = 8
const TOUCH_PIXELS = 22

interface Hit {
  candidate: Candidate
  /** Whether the point is on its tile. */
  isOnTile: boolean
  /** Cells to the middle of its tile, or to its piece's axis if that is nearer. */
  distance: number
  pixels: number
  /** Whether the point is on the piece itself. */
  isOnBody: boolean
  depth: number
}

/** The candidate that is meant by a point, if any. */
export function pick(
  eye: Eye,
  layout: Layout,
  point: Point,
  candidates: readonly Candidate[],
  aim: Aim,
): Cell | null {
  const ray = rayOf(eye, point)
  const hits: Hit[] = []
  for (const candidate of candidates) {
    const hit = hitOf(eye, layout, point, ray, candidate)
    const reaches = hit.isOnTile || hit.distance <= REACH
    if (reaches || (aim.isTouch && hit.pixels <= TOUCH_PIXELS)) hits.push(hit)
  }
  return (layout.extent.z === 1 ? onAPlane(hits) : betweenLevels(hits, aim))?.candidate.cell ?? null
}

/** On one plane, nothing hides a tile that can be gone to; then what is seen is meant: a piece, its tile. */
function onAPlane(hits: Hit[]): Hit | undefined {
  const nearest = (some: Hit[]) => some.sort((one, other) => one.depth - other.depth)[0]
  return (
    hits.find(({ isOnTile, candidate }) => isOnTile && candidate.isTarget) ??
    nearest(hits.filter(({ isOnBody }) => isOnBody)) ??
    hits.find(({ isOnTile }) => isOnTile) ??
    hits.sort((one, other) => one.distance - other.distance)[0]
  )
}

/** Between levels, the least distance decides, then depth; a nearer piece that cannot be meant eats no click. */
function betweenLevels(hits: Hit[], { selected, focus }: Aim): Hit | undefined {
  const focused = hits.filter(({ candidate }) => candidate.cell.z === focus)
  const order = (focused.length > 0 ? focused : hits).sort(
    (one, other) =>
      compare(one.distance, other.distance) ||
      Number(other.candidate.isTarget) - Number(one.candidate.isTarget) ||
      one.depth - other.depth,
  )
  const [first] = order
  if (!first || first.candidate.isTarget) return first
  // A click on pieces that cannot be told apart means the one after the chosen one. It never plays a move.
  const alike = order
    .filter(
      ({ candidate, pixels }) => !candidate.isTarget && pixels - first.pixels <= AMBIGUOUS_PIXELS,
    )
    .sort((one, other) => rankOf(one.candidate.cell) - rankOf(other.candidate.cell))
  const chosen = alike.findIndex(({ candidate }) => isSame(candidate.cell, selected))
  return chosen < 0 ? first : alike[(chosen + 1) % alike.length]
}

/** What is as far away but for what nobody sees counts as equal. */
function compare(one: number, other: number): number {
  return Math.abs(one - other) < 0.02 ? 0 : one - other
}

/** Any order of cells, so that repeated clicks come to all. */
function rankOf({ x, y, z }: Cell): number {
  return x + 10 * y + 100 * z
}

/** The cell that is seen at a point, whether it can be meant or not: a piece's, else the nearest tile's. */
export function cellUnder(
  eye: Eye,
  layout: Layout,
  point: Point,
  pieces: readonly Candidate[],
): Cell | null {
  const ray = rayOf(eye, point)
  const bodies = pieces
    .map((piece) => hitOf(eye, layout, point, ray, piece))
    .filter(({ isOnBody }) => isOnBody)
    .sort((one, other) => one.depth - other.depth)
  if (bodies[0]) return bodies[0].candidate.cell
  let seen: { cell: Cell; along: number } | null = null
  for (let level = 0; level < layout.extent.z; level++) {
    placeOf(layout, { x: 0, y: 0, z: level }, base)
    const along = crossing(ray, base.y)
    const cell = along === null ? null : cellAt(layout, level, on(ray, along))
    if (cell && along !== null && (!seen || along < seen.along)) seen = { cell, along }
  }
  return seen?.cell ?? null
}

/** The pieces that stand between the eye and a cell. */
export function hidersOf(
  eye: Eye,
  layout: Layout,
  cell: Cell,
  pieces: readonly Candidate[],
): Cell[] {
  const point = pixelOf(eye, placeOf(layout, cell, base).setY(base.y + 0.08))
  const ray = rayOf(eye, point)
  const depth = depthOf(eye, placeOf(layout, cell, base))
  return pieces
    .filter((piece) => !isSame(piece.cell, cell))
    .map((piece) => hitOf(eye, layout, point, ray, piece))
    .filter((hit) => hit.isOnBody && hit.depth < depth)
    .map(({ candidate }) => candidate.cell)
}

/** Where on the screen to point at a cell: at its tile's middle, or at the middle of its piece. */
export function aimAt(eye: Eye, layout: Layout, cell: Cell, height: number): Point {
  const place = placeOf(layout, cell, new Vector3())
  return pixelOf(eye, place.setY(place.y + height * 0.4))
}

interface Ray {
  origin: Vector3
  direction: Vector3
}

const base = new Vector3()
const top = new Vector3()
const ground = new Vector3()
const seen = new Vector3()

function hitOf(eye: Eye, layout: Layout, point: Point, ray: Ray, candidate: Candidate): Hit {
  const { cell, height } = candidate
  placeOf(layout, cell, base)
  const depth = depthOf(eye, base)
  const cellPixels = pixelsPerCell(eye, depth)
  const foot = pixelOf(eye, base)
  const head = pixelOf(eye, top.copy(base).setY(base.y + height))
  const pixels = fromSegment(point, foot, head)
  const distance = pixels / cellPixels
  const along = crossing(ray, base.y)
  if (along === null)
    return { candidate, isOnTile: false, distance, pixels, isOnBody: false, depth }
  on(ray, along)
  const [right, away] = [Math.abs(ground.x - base.x), Math.abs(ground.z - base.z)]
  return {
    candidate,
    isOnTile: Math.max(right, away) <= 0.5,
    distance: Math.min(distance, Math.hypot(right, away)),
    pixels,
    isOnBody: height > 0 && isOnBody(eye, point, candidate, cellPixels),
    depth,
  }
}

/** Whether a point is on a piece whose foot is at `base`: bodies are slimmer than their feet, and end in no more than a head. */
function isOnBody(
  eye: Eye,
  point: Point,
  { height, radius }: Candidate,
  cellPixels: number,
): boolean {
  const slim = radius * 0.8
  const foot = pixelOf(eye, top.copy(base).setY(base.y + slim / 2))
  const head = pixelOf(eye, top.copy(base).setY(base.y + Math.max(slim / 2, height - slim)))
  return fromSegment(point, foot, head) <= slim * cellPixels
}

function rayOf({ camera, width, height }: Eye, { x, y }: Point): Ray {
  const origin = new Vector3().setFromMatrixPosition(camera.matrixWorld)
  const direction = new Vector3((2 * x) / width - 1, 1 - (2 * y) / height, 0.5)
    .unproject(camera)
    .sub(origin)
    .normalize()
  return { origin, direction }
}

/** How far along a ray it goes through a height, if it does. */
function crossing({ origin, direction }: Ray, y: number): number | null {
  const along = (y - origin.y) / direction.y
  return along > 0 && Number.isFinite(along) ? along : null
}

function on({ origin, direction }: Ray, along: number): Vector3 {
  return ground.copy(direction).multiplyScalar(along).add(origin)
}

function depthOf({ camera }: Eye, place: Vector3): number {
  return -seen.copy(place).applyMatrix4(camera.matrixWorldInverse).z
}

/** How many pixels a cell is wide at a depth. */
function pixelsPerCell({ camera, height }: Eye, depth: number): number {
  return (height / 2) * (camera.projectionMatrix.elements[5] / depth)
}

function pixelOf({ camera, width, height }: Eye, place: Vector3): Point {
  seen.copy(place).project(camera)
  return { x: ((seen.x + 1) / 2) * width, y: ((1 - seen.y) / 2) * height }
}

function fromSegment(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / length
  const along = Math.min(1, Math.max(0, share))
  return Math.hypot(point.x - from.x - along * dx, point.y - from.y - along * dy)
}
