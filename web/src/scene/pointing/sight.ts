// How the scene and its picture belong together: which ray a point of the picture is, and where a place is seen.
//
// Everything here is asked for at every move of the pointer, so it makes nothing new.

import { Vector3 } from 'three'
import type { Camera } from 'three'

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

export interface Ray {
  origin: Vector3
  direction: Vector3
}

const ray: Ray = { origin: new Vector3(), direction: new Vector3() }
const met = new Vector3()
const seen = new Vector3()

/** The ray from the eye through a point. It holds until the next one is asked for. */
export function rayThrough({ camera, width, height }: Eye, { x, y }: Point): Ray {
  ray.origin.setFromMatrixPosition(camera.matrixWorld)
  ray.direction
    .set((2 * x) / width - 1, 1 - (2 * y) / height, 0.5)
    .unproject(camera)
    .sub(ray.origin)
    .normalize()
  return ray
}

/** How far along a ray it goes through a height, if it does. */
export function crossing({ origin, direction }: Ray, y: number): number | null {
  const along = (y - origin.y) / direction.y
  return along > 0 && Number.isFinite(along) ? along : null
}

/** The place so far along a ray. It holds until the next one is asked for. */
export function placeAlong({ origin, direction }: Ray, along: number): Vector3 {
  return met.copy(direction).multiplyScalar(along).add(origin)
}

export function depthOf({ camera }: Eye, place: Vector3): number {
  return -seen.copy(place).applyMatrix4(camera.matrixWorldInverse).z
}

/** How many pixels a cell is wide at a depth. */
export function pixelsPerCell({ camera, height }: Eye, depth: number): number {
  return (height / 2) * (camera.projectionMatrix.elements[5] / depth)
}

/** Where a place is seen. */
export function pointOf({ camera, width, height }: Eye, place: Vector3, into: Point): Point {
  seen.copy(place).project(camera)
  into.x = ((seen.x + 1) / 2) * width
  into.y = ((1 - seen.y) / 2) * height
  return into
}

/** How many pixels a point is from the nearest of a straight line between two others. */
export function pixelsFrom(point: Point, from: Point, to: Point): number {
  const dx = to.x - from.x
  const dy = to.y - from.y
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / length
  const along = Math.min(1, Math.max(0, share))
  return Math.hypot(point.x - from.x - along * dx, point.y - from.y - along * dy)
}
