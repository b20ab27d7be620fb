// Lets browser tests inspect the scene, if they set `raumProbe` before the page loads.

import { Color, InstancedMesh, MeshBasicMaterial, SRGBColorSpace, Vector3 } from 'three'
import type { Object3D, Scene, WebGLRenderer } from 'three'

import { aimAt } from './pick'
import type { Candidate } from './hit'
import { pointOf } from './sight'
import { placeOf } from '../camera/layout'
import type { Stage } from '../camera/stage'
import { cellsOf, keyOf } from '../../board/cell'
import type { Cell } from '../../raum'

export interface SceneProbe {
  /** The point of the page at which to click a cell, by its key. */
  project: (key: string) => { x: number; y: number }
  /** The rectangle of the page that the board fills, with its frame and pieces. */
  boardBox: () => { left: number; top: number; right: number; bottom: number }
  /** The part of the page that no control covers. */
  freeArea: () => { left: number; top: number; right: number; bottom: number }
  /** How high the piece on a cell is on the page, in pixels. */
  pieceHeight: (key: string) => number
  /** The number of draw calls of the last frame, shadows included. */
  drawCalls: () => number
  /** The number of frames drawn. */
  frames: () => number
  /**
   * Draws all, nothing but the pieces or nothing. A piece is painted in a colour of its own: its red part is 2 for the
   * first piece, 4 for the second, and so on; its green part is 255 for White.
   */
  reveal: (what: 'all' | 'pieces' | 'nothing') => void
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
  { renderer, scene, draw }: { renderer: WebGLRenderer; scene: Scene; draw: () => void },
  bodies: () => readonly Candidate[],
): () => void {
  const masking = new Masking()
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
    boardBox: () => {
      const { extent } = stage.layout
      // A board of one level has a frame.
      const beyond = extent.z === 1 ? 0.55 : 0
      const tiles = cellsOf(extent).flatMap((cell) => cornersOf(stage, cell, 0.5 + beyond))
      const pieces = bodies().flatMap(({ cell, radius, height }) =>
        outlineOf(stage, cell, radius, height),
      )
      return boxOf(element, stage, [...tiles, ...pieces])
    },
    freeArea: () => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const { area } = stage
      return {
        left: left + area.left * width,
        top: top + area.top * height,
        right: left + (area.left + area.width) * width,
        bottom: top + (area.top + area.height) * height,
      }
    },
    pieceHeight: (key) => {
      const body = bodies().find((each) => keyOf(each.cell) === key)
      if (!body) throw new Error(`no piece on ${key}`)
      const foot = outlineOf(stage, body.cell, body.radius, 0)
      const head = outlineOf(stage, body.cell, 0, body.height)
      const { top, bottom } = boxOf(element, stage, [...foot, ...head])
      return bottom - top
    },
    drawCalls: () => renderer.info.render.calls,
    frames: () => renderer.info.render.frame,
    reveal: (what) => {
      masking.end()
      if (what !== 'all') masking.begin(scene, what === 'pieces')
      draw()
    },
    view: () => ({ ...stage.goal, gap: stage.gap }),
  }
  return () => {
    delete window.raumScene
  }
}

function cornersOf({ layout }: Stage, cell: Cell, half: number): Vector3[] {
  return [-half, half].flatMap((x) =>
    [-half, half].map((z) => placeOf(layout, cell, new Vector3()).add(new Vector3(x, 0, z))),
  )
}

/** Points on a circle around the middle of a cell, at a height above it. */
function outlineOf({ layout }: Stage, cell: Cell, radius: number, height: number): Vector3[] {
  return Array.from({ length: 12 }, (_, index) => {
    const angle = (index * Math.PI) / 6
    const [x, z] = [radius * Math.sin(angle), radius * Math.cos(angle)]
    return placeOf(layout, cell, new Vector3()).add(new Vector3(x, height, z))
  })
}

function boxOf(element: HTMLElement, { camera }: Stage, places: readonly Vector3[]) {
  const { left, top, width, height } = element.getBoundingClientRect()
  const points = places.map((place) => pointOf({ camera, width, height }, place, { x: 0, y: 0 }))
  const [xs, ys] = [points.map(({ x }) => left + x), points.map(({ y }) => top + y)]
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  }
}

const colour = new Color()
const isInstanced = (thing: Object3D): thing is InstancedMesh => thing instanceof InstancedMesh

/** Shows the pieces alone, each in a colour of its own. */
class Masking {
  #undo: (() => void)[] = []

  begin(scene: Scene, hasPieces: boolean): void {
    const pieces = scene.getObjectByName('pieces')
    const isKept = (thing: Object3D): boolean =>
      thing === pieces || (thing.parent !== null && isKept(thing.parent))
    const { overrideMaterial, background } = scene
    this.#undo.push(() => Object.assign(scene, { overrideMaterial, background }))
    scene.overrideMaterial = new MeshBasicMaterial({ toneMapped: false })
    let count = 0
    scene.traverse((thing) => {
      if (!('isMesh' in thing) || (hasPieces && isKept(thing))) {
        if (isInstanced(thing) && isKept(thing)) count = this.#number(thing, count)
        return
      }
      const { visible } = thing
      this.#undo.push(() => (thing.visible = visible))
      thing.visible = false
    })
  }

  /** Paints the instances of a mesh in the colours of their numbers. */
  #number(mesh: InstancedMesh, from: number): number {
    const colours = mesh.instanceColor
    if (!colours) return from
    const painted = colours.array.slice()
    this.#undo.push(() => {
      colours.array.set(painted)
      colours.needsUpdate = true
    })
    for (let index = 0; index < mesh.count; index++) {
      const isWhite = (painted[index * 3] ?? 0) > 0.4
      const number = from + index + 1
      mesh.setColorAt(index, colour.setRGB(number / 127.5, isWhite ? 1 : 0, 0, SRGBColorSpace))
    }
    colours.needsUpdate = true
    return from + mesh.count
  }

  end(): void {
    for (const undo of this.#undo.splice(0)) undo()
  }
}
