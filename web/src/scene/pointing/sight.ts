// Converts between the scene and its image: the ray through a point of the image, and the point at which a place appears.
//
// All of this runs on every pointer move, so it allocates nothing.

import { Vector3 } from 'three'
import type { Camera } from 'three'

/** A camera with the size of its image in pixels. */
export interface Eye {
  camera: Camera
  width: number
  height: number
}

/** A point of the image, in pixels from the top left. */
export interface Point {
  x: number
  y: number
}

export interface Ray {
  origin: Vector3
  direction: Vector3
}

const ray: Ray = { origin: new Vector3(), direction: new Vector3() }
const reached = new Vector3()
const projected = new Vector3()

/** The ray from the eye through a point. Reused by the next call. */
export function rayThrough({ camera, width, height }: Eye, { x, y }: Point): Ray {
  ray.origin.setFromMatrixPosition(camera.matrixWorld)
  ray.direction
    .set((2 * x) / width - 1, 1 - (2 * y) / height, 0.5)
    .unproject(camera)
    .sub(ray.origin)
    .normalize()
  return ray
}

/** The distance along a ray at which it crosses a height, or null. */
export function crossing({ origin, direction }: Ray, y: number): number | null {
  const along = (y - origin.y) / direction.y
  return along > 0 && Number.isFinite(along) ? along : null
}

/** The place at a distance along a ray. Reused by the next call. */
export function placeAlong({ origin, direction }: Ray, along: number): Vector3 {
  return reached.copy(direction).multiplyScalar(along).add(origin)
}

export function depthOf({ camera }: Eye, place: Vector3): number {
  return -projected.copy(place).applyMatrix4(camera.matrixWorldInverse).z
}

/** The width of a cell in pixels at a depth. */
export function pixelsPerCell({ camera, height }: Eye, depth: number): number {
  return (height / 2) * (camera.projectionMatrix.elements[5] / depth)
}

/** The point of the image at which a place appears. */
export function pointOf({ camera, width, height }: Eye, place: Vector3, into: Point): Point {
  projected.copy(place).project(camera)
  into.x = ((projected.x + 1) / 2) * width
  into.y = ((1 - projected.y) / 2) * height
  return into
}

/** The distance in pixels from a point to the line segment between two others. */
export function pixelsFrom(point: Point, from: Point, to: Point): number {
  const dx = to.x - from.x
  const dy = to.y - from.y
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / length
  const along = Math.min(1, Math.max(0, share))
  return Math.hypot(point.x - from.x - along * dx, point.y - from.y - along * dy)
}
