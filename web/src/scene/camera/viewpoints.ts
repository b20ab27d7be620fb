// Viewpoints: where the camera is relative to the board. Angles are in radians; azimuth 0 is the first side.

import { MathUtils } from 'three'
import type { PerspectiveCamera } from 'three'

import { heightOf, sizeOf } from './layout'
import type { Layout } from './layout'
import { hasLevels } from '../../board/cell'
import type { Kind } from '../../raum'

export interface Viewpoint {
  azimuth: number
  /** 0 is level with the board, π/2 straight above it, negative below it. */
  elevation: number
  /** A multiple of the distance at which the whole board just fits. */
  distance: number
}

/** The field of view in degrees: that of a short telephoto lens. */
export const FIELD_OF_VIEW = 30
/** From straight above, parallel lines stay parallel, as good as in an orthographic view: no piece leans out of its cell. */
const FROM_ABOVE = 1.5

const degrees = MathUtils.degToRad

/** The field of view at an elevation. */
function fieldOfView(elevation: number): number {
  const share = MathUtils.smoothstep(Math.abs(elevation), degrees(78), degrees(89))
  return FIELD_OF_VIEW * (FROM_ABOVE / FIELD_OF_VIEW) ** share
}

const HIGHEST = degrees(90)
/** A chess board hides everything from below; the levels of space chess can be viewed from below too. */
const LOWEST: { [kind in Kind]: number } = {
  chess: degrees(6),
  space: degrees(-90),
  tictactoe: degrees(6),
}
/** Neither inside the board nor too far away to find it again. */
const DISTANCES = [0.35, 1.8] as const

export function clampViewpoint(kind: Kind, { azimuth, elevation, distance }: Viewpoint): Viewpoint {
  return {
    azimuth,
    elevation: MathUtils.clamp(elevation, LOWEST[kind], HIGHEST),
    distance: MathUtils.clamp(distance, ...DISTANCES),
  }
}

export type ViewpointName =
  'white' | 'black' | 'isometric' | 'top' | 'mine' | 'opposite' | 'front' | 'level' | 'cube'

/** The named viewpoints of a kind, in the order of their buttons. */
export function viewpointNames(kind: Kind): ViewpointName[] {
  return hasLevels(kind)
    ? ['mine', 'opposite', 'front', 'level', 'cube']
    : ['white', 'black', 'isometric', 'top']
}

/** The initial viewpoint. */
export function defaultViewpoint(kind: Kind): ViewpointName {
  return hasLevels(kind) ? 'mine' : 'white'
}

/** The viewpoint straight down; of a single level where several would overlap. */
export function topViewpoint(kind: Kind): ViewpointName {
  return hasLevels(kind) ? 'level' : 'top'
}

/** A named viewpoint for a player of the first side, or of the second if flipped. */
export function namedViewpoint(name: ViewpointName, flipped: boolean): Viewpoint {
  const ownSide = flipped ? Math.PI : 0
  const at = (azimuth: number, elevation: number): Viewpoint => ({
    azimuth,
    elevation: degrees(elevation),
    distance: 1,
  })
  switch (name) {
    case 'white':
      return at(0, 52)
    case 'black':
      return at(Math.PI, 52)
    case 'isometric':
      return at(ownSide + degrees(45), 36)
    case 'top':
    case 'level':
      return at(ownSide, 90)
    case 'mine':
    case 'cube':
      return at(ownSide + degrees(28), 23)
    case 'opposite':
      return at(ownSide + degrees(208), 23)
    case 'front':
      return at(ownSide, 14)
  }
}

/** The same direction as an angle at most half a turn from `from`, so the camera takes the short way round. */
export function nearestTurn(angle: number, from: number): number {
  const turn = 2 * Math.PI
  return angle - turn * Math.round((angle - from) / turn)
}

/** The part of the image that no control covers, as shares of its width and height. */
export interface FreeArea {
  left: number
  top: number
  width: number
  height: number
}

export const WHOLE_IMAGE: FreeArea = { left: 0, top: 0, width: 1, height: 1 }

/** Places the camera at a viewpoint, so that the board is in the free area. */
export function pose(
  camera: PerspectiveCamera,
  viewpoint: Viewpoint,
  layout: Layout,
  area: FreeArea = WHOLE_IMAGE,
): void {
  const { azimuth, elevation } = viewpoint
  camera.fov = fieldOfView(elevation)
  slope = Math.tan(degrees(camera.fov) / 2)
  fit(azimuth, elevation, layout, (camera.aspect * area.width) / area.height)
  const distance = viewpoint.distance * fitting.distance
  camera.near = Math.max(0.5, distance - DEPTH)
  camera.far = distance + DEPTH
  const level = distance * Math.cos(elevation)
  camera.position.set(
    level * Math.sin(azimuth),
    middle + distance * Math.sin(elevation),
    level * Math.cos(azimuth),
  )
  // Not lookAt: straight from above, it leaves the up direction undefined.
  camera.rotation.set(-elevation, azimuth, 0, 'YXZ')
  camera.updateMatrixWorld()
  // Shifts the image rather than the camera, so that the board rotates around its centre. The field of view is that of
  // the free area; the image shows more of the same view around it.
  const { aspect } = camera
  const { left, top, width, height } = area
  camera.setViewOffset(
    aspect,
    1,
    aspect * (0.5 - (left + width / 2) / height),
    -top / height - fitting.rise / (2 * slope),
    aspect / height,
    1 / height,
  )
}

/** The slope of the image's upper edge as seen from the camera. */
let slope = Math.tan(degrees(FIELD_OF_VIEW) / 2)
/** How far the board reaches from its middle, at most. */
const DEPTH = 60
/** Steps of the binary search for the fitting distance. */
const HALVINGS = 12

/** The distance at which the board just fills the image, and the slope of the board's middle from there. */
const fitting = { distance: 0, rise: 0 }
/** The points of the board that the image must show, three coordinates each, and their heights and nearness in it. */
const CORNERS = 12
const corners = new Float64Array(3 * CORNERS)
const ups = new Float64Array(CORNERS)
const nears = new Float64Array(CORNERS)

/** Computes `fitting`. Perspective enlarges what is near, so the centre of the image is not the centre of the board. */
function fit(azimuth: number, elevation: number, layout: Layout, aspect: number): void {
  measure(layout)
  const sin = Math.sin(azimuth)
  const cos = Math.cos(azimuth)
  const sinUp = Math.sin(elevation)
  const cosUp = Math.cos(elevation)
  let least = 0
  let most = 0
  for (let corner = 0; corner < CORNERS; corner++) {
    const x = corners[3 * corner] ?? 0
    const y = corners[3 * corner + 1] ?? 0
    const z = corners[3 * corner + 2] ?? 0
    const away = x * sin + z * cos
    const up = y * cosUp - away * sinUp
    const near = away * cosUp + y * sinUp
    ups[corner] = up
    nears[corner] = near
    least = Math.max(least, near + Math.abs(x * cos - z * sin) / (slope * aspect))
    most = Math.max(most, near + Math.abs(up) / slope)
  }
  most = Math.max(least, most)
  for (let halving = 0; halving < HALVINGS; halving++) {
    const between = (least + most) / 2
    if (spanAt(between) > 2 * slope) least = between
    else most = between
  }
  spanAt(most)
  fitting.distance = most
}

/** The range of slopes the board covers from a distance. Also sets `fitting.rise`. */
function spanAt(distance: number): number {
  let highest = -Infinity
  let lowest = Infinity
  for (let corner = 0; corner < CORNERS; corner++) {
    const slope = (ups[corner] ?? 0) / (distance - (nears[corner] ?? 0))
    highest = Math.max(highest, slope)
    lowest = Math.min(lowest, slope)
  }
  fitting.rise = (highest + lowest) / 2
  return highest - lowest
}

/** The height of the middle of what is shown. */
let middle = 0
/** How far the frame of a board, or the labels around a stack, reach beyond the tiles. */
const FRAME = 0.62
const LABELS = 0.52
/** How far the pieces in the corners stay inside the tiles. */
const INSIDE = 0.2

/** Computes the corners: those of the lowest level with its labels, of the highest one, and the crowns of kings on it. */
function measure(layout: Layout): void {
  const { extent, shown } = layout
  const [low, high] = [heightOf(layout, shown.low), heightOf(layout, shown.high)]
  const bottom = Math.min(low, high) - 0.1
  const top = Math.max(low, high)
  const crown = top + sizeOf(layout, 'king').height
  middle = (bottom + crown) / 2
  const frame = extent.z === 1 ? FRAME : LABELS
  let at = 0
  for (const [y, beyond] of [
    [bottom, frame],
    [top, extent.z === 1 ? 0 : frame],
    [crown, -INSIDE],
  ] as const) {
    for (let corner = 0; corner < 4; corner++) {
      corners[at++] = (corner & 1 ? 1 : -1) * (extent.x / 2 + beyond)
      corners[at++] = y - middle
      corners[at++] = (corner & 2 ? 1 : -1) * (extent.y / 2 + beyond)
    }
  }
}
