// How near a point of the picture is to a cell, and to the piece that stands there.
//
// Distances are in cells, as they look where the piece or tile is, so that what is far away is not harder
// to hit than what is near.

import { Vector3 } from 'three'

import { placeOf } from '../camera/layout'
import type { Layout } from '../camera/layout'
import { crossing, depthOf, pixelsFrom, pixelsPerCell, placeAlong, pointOf } from './sight'
import type { Eye, Point, Ray } from './sight'
import type { Cell } from '../../raum'

/** A cell that can be meant: to go to, or with a piece to choose. A cell without a piece has no height. */
export interface Candidate {
  cell: Cell
  isTarget: boolean
  height: number
  radius: number
}

export interface Hit {
  candidate: Candidate
  /** Whether the point is on its tile. */
  isOnTile: boolean
  /** Whether the point is on the piece itself. */
  isOnBody: boolean
  /** Cells to the middle of its tile, or to its piece's axis if that is nearer. */
  distance: number
  /** Pixels to its piece's axis. */
  pixels: number
  depth: number
}

const base = new Vector3()
const top = new Vector3()
const foot: Point = { x: 0, y: 0 }
const head: Point = { x: 0, y: 0 }

export function hitOf(eye: Eye, layout: Layout, point: Point, ray: Ray, candidate: Candidate): Hit {
  const { cell, height } = candidate
  placeOf(layout, cell, base)
  const depth = depthOf(eye, base)
  const cellPixels = pixelsPerCell(eye, depth)
  const pixels = fromAxis(eye, point, 0, height)
  const distance = pixels / cellPixels
  const along = crossing(ray, base.y)
  if (along === null)
    return { candidate, isOnTile: false, isOnBody: false, distance, pixels, depth }
  const ground = placeAlong(ray, along)
  const right = Math.abs(ground.x - base.x)
  const away = Math.abs(ground.z - base.z)
  return {
    candidate,
    isOnTile: Math.max(right, away) <= 0.5,
    isOnBody: height > 0 && isOnBody(eye, point, candidate, cellPixels),
    distance: Math.min(distance, Math.hypot(right, away)),
    pixels,
    depth,
  }
}

/** Whether a point is on the piece at `base`: bodies are slimmer than their feet, and end in no more than a head. */
function isOnBody(
  eye: Eye,
  point: Point,
  { height, radius }: Candidate,
  cellPixels: number,
): boolean {
  const slim = radius * 0.8
  const pixels = fromAxis(eye, point, slim / 2, Math.max(slim / 2, height - slim))
  return pixels <= slim * cellPixels
}

/** Pixels to the part of the axis at `base` that is between two heights. */
function fromAxis(eye: Eye, point: Point, low: number, high: number): number {
  pointOf(eye, top.copy(base).setY(base.y + low), foot)
  pointOf(eye, top.copy(base).setY(base.y + high), head)
  return pixelsFrom(point, foot, head)
}
