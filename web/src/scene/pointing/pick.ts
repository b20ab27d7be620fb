// Finds the cell a point of the image refers to, with one ray and only among the cells that can be picked.

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
  /** The selected piece. */
  selected: Cell | null
  /** A click picks anything, a drag a piece, a repeated click another piece than the selected one. */
  wanted: 'anything' | 'piece' | 'another'
  /** The focused level, and whether it is shown alone. */
  focus: { level: number; isAlone: boolean } | null
  isTouch: boolean
}

/** The largest distance from a piece's axis that still picks it. */
const REACH = 0.45
/** Within this distance of a tile's centre, its mark is picked, even behind another piece. */
const MARK = 0.14
/** Distances that differ by no more than this count as equal. */
const SAME_DISTANCE = 0.02
/** Pieces this close to a point cannot be distinguished by pointing. */
const AMBIGUOUS_PIXELS = 8
const TOUCH_PIXELS = 22

/** The candidate at a point, if any. */
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
    // A second click at the same point never plays a move.
    if (candidate.isTarget && aim.wanted !== 'anything') continue
    const hit = hitOf(eye, layout, point, ray, candidate)
    const reaches = hit.isOnTile || hit.distance <= REACH
    if (reaches || (aim.isTouch && hit.pixels <= TOUCH_PIXELS)) hits.push(hit)
  }
  const order = layout.extent.z === 1 ? orderFlat(hits) : orderStacked(hits, aim)
  const [first] = order
  return first && !first.candidate.isTarget
    ? amongSimilar(first, order, aim)
    : (first?.candidate ?? null)
}

/** Among the pieces indistinguishable from the first: the selected one, or the next one if another is wanted. */
function amongSimilar(first: Hit, order: readonly Hit[], { selected, wanted }: Aim): Candidate {
  const similar = order
    .filter(({ candidate }) => !candidate.isTarget)
    .filter(({ isOnBody, pixels }) => isOnBody || pixels - first.pixels <= AMBIGUOUS_PIXELS)
    .map(({ candidate }) => candidate)
    .sort((one, other) => rankOf(one.cell) - rankOf(other.cell))
  const selectedIndex = similar.findIndex(({ cell }) => isSame(cell, selected))
  if (selectedIndex < 0) return first.candidate
  return (
    similar[(selectedIndex + (wanted === 'another' ? 1 : 0)) % similar.length] ?? first.candidate
  )
}

/** A fixed order of cells, so that repeated clicks cycle through all of them. */
function rankOf({ x, y, z }: Cell): number {
  return x + 10 * y + 100 * z
}

/** On a single level, the visible thing wins: first a target by its mark or piece, then a piece, then a tile. */
function orderFlat(hits: Hit[]): Hit[] {
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

/** On a stacked board, the smallest distance wins, then depth. A piece in front that cannot be picked blocks no click. */
function orderStacked(hits: Hit[], { focus }: Aim): Hit[] {
  const focused = hits.filter(({ candidate }) => candidate.cell.z === focus?.level)
  const eligible = focused.length > 0 ? focused : hits
  const least = Math.min(...eligible.map(({ distance }) => distance))
  const rank = ({ candidate, distance }: Hit) => {
    if (distance > least + SAME_DISTANCE) return 2
    return candidate.isTarget ? 0 : 1
  }
  return eligible.sort((one, other) => rank(one) - rank(other) || byDistance(one, other))
}

/** Orders by distance, then marks before pieces, then by depth. */
function byDistance(one: Hit, other: Hit): number {
  const distances = Math.round(1e5 * one.distance) - Math.round(1e5 * other.distance)
  const pieces = Number(one.candidate.height > 0) - Number(other.candidate.height > 0)
  return distances || pieces || one.depth - other.depth
}

/** The cell visible at a point, pickable or not: that of the frontmost piece, else of the nearest tile. */
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

/** The pieces between the eye and a cell. */
export function occludersOf(
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

/** The point at which to click a cell: the centre of its tile or of its piece. */
export function aimAt(eye: Eye, layout: Layout, cell: Cell, height: number): Point {
  placeOf(layout, cell, base)
  return pointOf(eye, base.setY(base.y + height * 0.4), { x: 0, y: 0 })
}

/** How high a carried piece is held. */
const HELD = 0.3

/** Where to hold a piece from a cell, carried to a point: over the cell that a drop would pick, otherwise on its own level. */
export function handAt(
  eye: Eye,
  layout: Layout,
  point: Point,
  from: Cell,
  over: Cell | null,
): Vector3 {
  const place = placeOf(layout, over ?? from, new Vector3())
  place.y += HELD
  if (over) return place
  const ray = rayThrough(eye, point)
  const along = crossing(ray, place.y)
  return along === null ? place : place.copy(placeAlong(ray, along))
}
