// What tests ask of a scene, if they have said so before the page was loaded.

import type { WebGLRenderer } from 'three'

import { aimAt } from './pick'
import type { Candidate } from './hit'
import type { Stage } from '../camera/stage'
import { cellsOf, keyOf } from '../../board/cell'

export interface SceneProbe {
  /** Where on the page to click at a cell, by its key. */
  project: (key: string) => { x: number; y: number }
  /** How many draw calls the last frame took, shadows included. */
  drawCalls: () => number
  /** How many frames were drawn. */
  frames: () => number
  /** From where the board is seen, and how far apart its levels are. */
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

/** Answers tests about a scene, until what it returns is called. */
export function answerTests(
  element: HTMLElement,
  stage: Stage,
  renderer: WebGLRenderer,
  bodies: () => readonly Candidate[],
): () => void {
  window.raumScene = {
    project: (key) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const cell = cellsOf(stage.layout.extent).find((each) => keyOf(each) === key)
      if (!cell) throw new Error(`there is no cell ${key}`)
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
