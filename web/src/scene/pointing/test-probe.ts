// Lets browser tests inspect the scene, if they set `raumProbe` before the page loads.

import type { WebGLRenderer } from 'three'

import { aimAt } from './pick'
import type { Candidate } from './hit'
import type { Stage } from '../camera/stage'
import { cellsOf, keyOf } from '../../board/cell'

export interface SceneProbe {
  /** The point of the page at which to click a cell, by its key. */
  project: (key: string) => { x: number; y: number }
  /** The number of draw calls of the last frame, shadows included. */
  drawCalls: () => number
  /** The number of frames drawn. */
  frames: () => number
  /** The viewpoint, and the gap between levels. */
  view: () => { azimuth: number; elevation: number; distance: number; gap: number }
}

declare global {
  interface Window {
    /** Set by tests. */
    raumProbe?: boolean
    raumScene?: SceneProbe
  }
}

export const IS_PROBED = window.raumProbe === true

/** Exposes a scene to tests. Returns a function that removes it. */
export function exposeScene(
  element: HTMLElement,
  stage: Stage,
  renderer: WebGLRenderer,
  bodies: () => readonly Candidate[],
): () => void {
  window.raumScene = {
    project: (key) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const cell = cellsOf(stage.layout.extent).find((each) => keyOf(each) === key)
      if (!cell) throw new Error(`no cell ${key}`)
      const body = bodies().find((each) => keyOf(each.cell) === key)
      const eye = { camera: stage.camera, width, height }
      const { x, y } = aimAt(eye, stage.layout, cell, body?.height ?? 0)
      return { x: left + x, y: top + y }
    },
    drawCalls: () => renderer.info.render.calls,
    frames: () => renderer.info.render.frame,
    view: () => ({ ...stage.goal, gap: stage.gap }),
  }
  return () => {
    delete window.raumScene
  }
}
