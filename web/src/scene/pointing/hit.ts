// Measures how near a point of the image is to a cell and its piece.
//
// Distances are in cells at the depth of the cell, so that distant cells are as easy to hit as near ones.

import { Vector3 } from 'three'

import { placeOf } from '../camera/layout'
import type { Layout } from '../camera/layout'
import { crossing, depthOf, pixelsFrom, pixelsPerCell, placeAlong, pointOf } from './sight'
import type { Eye, Point, Ray } from './sight'
import type { Cell } from '../../raum'

/** A cell to pick: a target, or a piece to select. Height and radius are those of its piece, 0 without one. */
export interface Candidate {
  cell: Cell
  isTarget: boolean
  height: number
  radius: number
}

export interface Hit {
  candidate: Candidate
  /** Whether the point is on the tile. */
  isOnTile: boolean
  /** Whether the point is on the piece. */
  isOnBody: boolean
  /** The distance to the tile's centre or the piece's axis, whichever is nearer, in cells. */
  distance: number
  /** The distance to the piece's axis, in pixels. */
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

/** Whether a point is on the piece at `base`. Its body is slimmer than its foot and ends in a head. */
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

/** The distance in pixels to the part of the axis at `base` between two heights. */
function fromAxis(eye: Eye, point: Point, low: number, high: number): number {
  pointOf(eye, top.copy(base).setY(base.y + low), foot)
  pointOf(eye, top.copy(base).setY(base.y + high), head)
  return pixelsFrom(point, foot, head)
}
