// From where the board is seen. Angles are radians; an azimuth of 0 looks from the first side.

import { MathUtils } from 'three'
import type { PerspectiveCamera } from 'three'

import { heightOf, sizeOf } from './layout'
import type { Layout } from './layout'
import type { Kind } from '../../raum'

export interface View {
  azimuth: number
  /** 0 is level with the board, a right angle straight above it, less than 0 below it. */
  elevation: number
  /** How many times as far away as where the whole board just fits. */
  distance: number
}

export const FIELD_OF_VIEW = 32

const degrees = MathUtils.degToRad

const HIGHEST = degrees(90)
/** A board of chess hides everything from below. The levels of space chess are seen from there as well as from above. */
const LOWEST: { [kind in Kind]: number } = {
  chess: degrees(6),
  space: degrees(-90),
  tictactoe: degrees(6),
}
/** Neither inside the board nor lost. */
const DISTANCES = [0.35, 1.8] as const

export function clampView(kind: Kind, { azimuth, elevation, distance }: View): View {
  return {
    azimuth,
    elevation: MathUtils.clamp(elevation, LOWEST[kind], HIGHEST),
    distance: MathUtils.clamp(distance, ...DISTANCES),
  }
}

export type ViewName =
  'white' | 'black' | 'isometric' | 'top' | 'mine' | 'opposite' | 'front' | 'level' | 'cube'

/** The views that have a name, in the order of their buttons. */
export function viewNames(kind: Kind): ViewName[] {
  return kind === 'space'
    ? ['mine', 'opposite', 'front', 'level', 'cube']
    : ['white', 'black', 'isometric', 'top']
}

/** What is seen at first. */
export function usualView(kind: Kind): ViewName {
  return kind === 'space' ? 'mine' : 'white'
}

/** The view straight down: of one level, where several would lie over each other. */
export function viewFromAbove(kind: Kind): ViewName {
  return kind === 'space' ? 'level' : 'top'
}

/** A view by its name, for somebody who sits at the first side, or at the second if flipped. */
export function namedView(name: ViewName, flipped: boolean): View {
  const seat = flipped ? Math.PI : 0
  const view = (azimuth: number, elevation: number): View => ({
    azimuth,
    elevation: degrees(elevation),
    distance: 1,
  })
  switch (name) {
    case 'white':
      return view(0, 56)
    case 'black':
      return view(Math.PI, 56)
    case 'isometric':
      return view(seat + degrees(45), 36)
    case 'top':
    case 'level':
      return view(seat, 90)
    case 'mine':
    case 'cube':
      return view(seat + degrees(28), 23)
    case 'opposite':
      return view(seat + degrees(208), 23)
    case 'front':
      return view(seat, 14)
  }
}

/** The same angle, at most half a turn from another one: nobody wants to be spun around. */
export function nearestTurn(angle: number, from: number): number {
  const turn = 2 * Math.PI
  return angle - turn * Math.round((angle - from) / turn)
}

/** Puts the camera where a view is. */
export function pose(camera: PerspectiveCamera, view: View, layout: Layout): void {
  const { azimuth, elevation } = view
  fit(azimuth, elevation, layout, camera.aspect)
  const distance = view.distance * fitting.distance
  const level = distance * Math.cos(elevation)
  camera.position.set(
    level * Math.sin(azimuth),
    box.middle + distance * Math.sin(elevation),
    level * Math.cos(azimuth),
  )
  // Not by looking at the middle: straight from above, that would not say which way is up.
  camera.rotation.set(-elevation, azimuth, 0, 'YXZ')
  camera.updateMatrixWorld()
  // Sets the picture, not the camera, so that the board turns around its middle.
  const { aspect } = camera
  camera.setViewOffset(aspect, 1, 0, -fitting.rise / (2 * SLOPE), aspect, 1)
}

/** How steeply the upper edge of the picture goes up from the camera. */
const SLOPE = Math.tan(degrees(FIELD_OF_VIEW) / 2)
/** How near the fit has to be found, in halvings of the distance that is too far. */
const HALVINGS = 12

/** How far away the board just fills the picture, and how steeply its middle goes up from the camera then. */
const fitting = { distance: 0, rise: 0 }
const ups = new Float64Array(8)
const nears = new Float64Array(8)

/** What is near looks larger, so the middle of the picture is not the middle of the board. */
function fit(azimuth: number, elevation: number, layout: Layout, aspect: number): void {
  measure(layout)
  const sin = Math.sin(azimuth)
  const cos = Math.cos(azimuth)
  const sinUp = Math.sin(elevation)
  const cosUp = Math.cos(elevation)
  let least = 0
  let most = 0
  for (let corner = 0; corner < 8; corner++) {
    const x = (corner & 1 ? 1 : -1) * box.width
    const z = (corner & 2 ? 1 : -1) * box.depth
    const y = (corner & 4 ? 1 : -1) * box.height
    const away = x * sin + z * cos
    const up = y * cosUp - away * sinUp
    const near = away * cosUp + y * sinUp
    ups[corner] = up
    nears[corner] = near
    least = Math.max(least, near + Math.abs(x * cos - z * sin) / (SLOPE * aspect))
    most = Math.max(most, near + Math.abs(up) / SLOPE)
  }
  most = Math.max(least, most)
  for (let halving = 0; halving < HALVINGS; halving++) {
    const between = (least + most) / 2
    if (spanAt(between) > 2 * SLOPE) least = between
    else most = between
  }
  spanAt(most)
  fitting.distance = most
}

/** How much of a slope the board takes from a distance. It also finds the slope of the board's middle. */
function spanAt(distance: number): number {
  let highest = -Infinity
  let lowest = Infinity
  for (let corner = 0; corner < 8; corner++) {
    const slope = (ups[corner] ?? 0) / (distance - (nears[corner] ?? 0))
    highest = Math.max(highest, slope)
    lowest = Math.min(lowest, slope)
  }
  fitting.rise = (highest + lowest) / 2
  return highest - lowest
}

/** Half the width, depth and height of all there is to see, and how high its middle is. It is measured in every frame. */
const box = { width: 0, depth: 0, height: 0, middle: 0 }

function measure(layout: Layout): void {
  const { extent, shown } = layout
  const isFlat = extent.z === 1
  const margin = isFlat ? 0.62 : 0.55
  const bottom = heightOf(layout, shown.low) - 0.1
  // On a plane, the far pieces stand before the far corners, which need not be as high to hold them.
  const top = heightOf(layout, shown.high) + (isFlat ? 1.1 : sizeOf(layout, 'king').height)
  box.width = extent.x / 2 + margin
  box.depth = extent.y / 2 + margin
  box.height = (top - bottom) / 2
  box.middle = (top + bottom) / 2
}
