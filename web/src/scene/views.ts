// From where the board is seen. Angles are radians; an azimuth of 0 looks from the first side.

import { MathUtils } from 'three'
import type { PerspectiveCamera } from 'three'

import { heightOf, sizeOf } from './layout'
import type { Layout } from './layout'
import type { Kind } from '../raum'

export interface View {
  azimuth: number
  /** 0 is level with the board, a right angle is straight above. */
  elevation: number
  /** How many times as far away as where the whole board just fits. */
  distance: number
}

export const FIELD_OF_VIEW = 32

const degrees = MathUtils.degToRad

/** Never below the board, neither inside nor lost. */
const LIMITS = { elevation: [degrees(6), degrees(90)], distance: [0.35, 1.8] } as const

export function clampView({ azimuth, elevation, distance }: View): View {
  return {
    azimuth,
    elevation: MathUtils.clamp(elevation, ...LIMITS.elevation),
    distance: MathUtils.clamp(distance, ...LIMITS.distance),
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

/** How far from the middle the camera must be so that the whole board, its pieces and labels are seen. */
export function fit({ azimuth, elevation }: View, layout: Layout, aspect: number): number {
  const { width, depth, bottom, top } = boxOf(layout)
  const vertical = Math.tan(degrees(FIELD_OF_VIEW) / 2)
  const horizontal = vertical * aspect
  const [sin, cos, sinUp, cosUp] = [
    Math.sin(azimuth),
    Math.cos(azimuth),
    Math.sin(elevation),
    Math.cos(elevation),
  ]
  let distance = 0
  for (let corner = 0; corner < 8; corner++) {
    const x = (corner & 1 ? 1 : -1) * width
    const z = (corner & 2 ? 1 : -1) * depth
    const y = (corner & 4 ? top : bottom) - (top + bottom) / 2
    const [right, away] = [x * cos - z * sin, x * sin + z * cos]
    const [up, near] = [y * cosUp - away * sinUp, away * cosUp + y * sinUp]
    distance = Math.max(
      distance,
      near + Math.abs(right) / horizontal,
      near + Math.abs(up) / vertical,
    )
  }
  return distance
}

/** Puts the camera where a view is. */
export function pose(camera: PerspectiveCamera, view: View, layout: Layout): void {
  const distance = view.distance * fit(view, layout, camera.aspect)
  const { bottom, top } = boxOf(layout)
  const level = distance * Math.cos(view.elevation)
  camera.position.set(
    level * Math.sin(view.azimuth),
    (top + bottom) / 2 + distance * Math.sin(view.elevation),
    level * Math.cos(view.azimuth),
  )
  // Not by looking at the middle: straight from above, that would not say which way is up.
  camera.rotation.set(-view.elevation, view.azimuth, 0, 'YXZ')
  camera.updateMatrixWorld()
}

/** Half the width and depth of all there is to see, and its lowest and highest point. */
function boxOf(layout: Layout): { width: number; depth: number; bottom: number; top: number } {
  const { extent } = layout
  const isFlat = extent.z === 1
  const margin = isFlat ? 0.62 : 0.55
  const top = heightOf(layout, layout.shown.high)
  return {
    width: extent.x / 2 + margin,
    depth: extent.y / 2 + margin,
    bottom: heightOf(layout, layout.shown.low) - 0.1,
    // On a plane, the far pieces stand inside of the far corners' sight anyway.
    top: isFlat ? top + 0.5 : top + sizeOf(layout, 'king').height,
  }
}
