// Which cell somebody means by a point of the picture: one ray, and only those cells that can be meant.

import { Vector3 } from 'three'

import { hitOf } from './hit'
import type { Candidate, Hit } from './hit'
import { cellAt, heightOf, placeOf } from '../camera/layout'
import type { Layout } from '../camera/layout'
import { crossing, depthOf, placeAlong, pointOf, rayThrough } from './sight'
import type { Eye, Point } from './sight'
import { isSame } from '../../board/cell'
import type { Cell } from '../../raum'

export interface Aim {
  /** The piece that is chosen already. */
  selected: Cell | null
  /** What is wanted: anything by a click, a piece by a drag, another piece by a click where one was just chosen. */
  wanted: 'anything' | 'piece' | 'another'
  /** The level that everybody looks at, and whether no other is seen. */
  focus: { level: number; isAlone: boolean } | null
  isTouch: boolean
}

/** As near to a piece's axis as this, it is meant. */
const REACH = 0.45
/** As near to the middle of a tile as this, its mark is meant, whatever stands before it. */
const MARK = 0.14
/** What is farther away by no more than this is as far away, for those who look. */
const UNSEEN = 0.02
/** Pieces that are as near as this to a point cannot be told apart by pointing. */
const AMBIGUOUS_PIXELS = 8
const TOUCH_PIXELS = 22

/** The candidate that is meant by a point, if any. */
export function pick(
  eye: Eye,
  layout: Layout,
  point: Point,
  candidates: readonly Candidate[],
  aim: Aim,
): Candidate | null {
  const ray = rayThrough(eye, point)
  const hits: Hit[] = []
  for (const candidate of candidates) {
    if (aim.focus?.isAlone && candidate.cell.z !== aim.focus.level) continue
    // Who clicks twice at one point never plays a move by that.
    if (candidate.isTarget && aim.wanted !== 'anything') continue
    const hit = hitOf(eye, layout, point, ray, candidate)
    const reaches = hit.isOnTile || hit.distance <= REACH
    if (reaches || (aim.isTouch && hit.pixels <= TOUCH_PIXELS)) hits.push(hit)
  }
  const order = layout.extent.z === 1 ? onAPlane(hits) : betweenLevels(hits, aim)
  const [first] = order
  return first && !first.candidate.isTarget
    ? alikeTo(first, order, aim)
    : (first?.candidate ?? null)
}

/** Of the pieces that cannot be told apart from the first one: the chosen one, or the one after it if another is wanted. */
function alikeTo(first: Hit, order: readonly Hit[], { selected, wanted }: Aim): Candidate {
  const alike = order
    .filter(({ candidate }) => !candidate.isTarget)
    .filter(({ isOnBody, pixels }) => isOnBody || pixels - first.pixels <= AMBIGUOUS_PIXELS)
    .map(({ candidate }) => candidate)
    .sort((one, other) => rankOf(one.cell) - rankOf(other.cell))
  const chosen = alike.findIndex(({ cell }) => isSame(cell, selected))
  if (chosen < 0) return first.candidate
  return alike[(chosen + (wanted === 'another' ? 1 : 0)) % alike.length] ?? first.candidate
}

/** Any order of cells, so that repeated clicks come to all. */
function rankOf({ x, y, z }: Cell): number {
  return x + 10 * y + 100 * z
}

/** On one plane, what is seen at the point: first what can be gone to, by its mark or its piece, then a piece, then a tile. */
function onAPlane(hits: Hit[]): Hit[] {
  const byDepth = (one: Hit, other: Hit) => one.depth - other.depth
  const front = hits.filter((hit) => hit.candidate.isTarget && hit.isOnBody).sort(byDepth)[0]
  const rank = (hit: Hit) => {
    const { candidate, isOnBody, isOnTile, distance } = hit
    if (!candidate.isTarget) return isOnBody ? 2 : isOnTile ? 3 : 4
    if (hit === front || (candidate.height === 0 && distance <= MARK)) return 0
    return isOnTile ? 1 : 4
  }
  return hits.sort(
    (one, other) =>
      rank(one) - rank(other) ||
      (rank(one) % 4 === 0 ? byDistance(one, other) : byDepth(one, other)),
  )
}

/** Between levels, the least distance decides, then depth; a nearer piece that cannot be meant eats no click. */
function betweenLevels(hits: Hit[], { focus }: Aim): Hit[] {
  const focused = hits.filter(({ candidate }) => candidate.cell.z === focus?.level)
  const meant = focused.length > 0 ? focused : hits
  const least = Math.min(...meant.map(({ distance }) => distance))
  const rank = ({ candidate, distance }: Hit) => {
    if (distance > least + UNSEEN) return 2
    return candidate.isTarget ? 0 : 1
  }
  return meant.sort((one, other) => rank(one) - rank(other) || byDistance(one, other))
}

/** The nearer one first; a mark before the piece that stands before it; then what is nearer to the eye. */
function byDistance(one: Hit, other: Hit): number {
  const distances = Math.round(1e5 * one.distance) - Math.round(1e5 * other.distance)
  const pieces = Number(one.candidate.height > 0) - Number(other.candidate.height > 0)
  return distances || pieces || one.depth - other.depth
}

/** The cell that is seen at a point, whether it can be meant or not: a piece's, else the nearest tile's. */
export function cellUnder(
  eye: Eye,
  layout: Layout,
  point: Point,
  pieces: readonly Candidate[],
): Cell | null {
  const ray = rayThrough(eye, point)
  let seen: Cell | null = null
  let least = Infinity
  for (const piece of pieces) {
    const { isOnBody, depth } = hitOf(eye, layout, point, ray, piece)
    if (isOnBody && depth < least) [seen, least] = [piece.cell, depth]
  }
  if (seen) return seen
  for (let level = 0; level < layout.extent.z; level++) {
    const along = crossing(ray, heightOf(layout, level))
    if (along === null || along > least) continue
    const cell = cellAt(layout, level, placeAlong(ray, along))
    if (cell) [seen, least] = [cell, along]
  }
  return seen
}

const base = new Vector3()

/** The pieces that stand between the eye and a cell. */
export function hidersOf(
  eye: Eye,
  layout: Layout,
  cell: Cell,
  pieces: readonly Candidate[],
): Cell[] {
  const depth = depthOf(eye, placeOf(layout, cell, base))
  const point = pointOf(eye, base.setY(base.y + 0.08), { x: 0, y: 0 })
  const ray = rayThrough(eye, point)
  return pieces
    .filter((piece) => !isSame(piece.cell, cell))
    .map((piece) => hitOf(eye, layout, point, ray, piece))
    .filter((hit) => hit.isOnBody && hit.depth < depth)
    .map(({ candidate }) => candidate.cell)
}

/** Where on the screen to point at a cell: at its tile's middle, or at the middle of its piece. */
export function aimAt(eye: Eye, layout: Layout, cell: Cell, height: number): Point {
  placeOf(layout, cell, base)
  return pointOf(eye, base.setY(base.y + height * 0.4), { x: 0, y: 0 })
}
