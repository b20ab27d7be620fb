// A table with its 3D board: cells are pressed where the scene shows them.

import type { Locator } from '@playwright/test'

import { Table } from './table.js'
import type { Kind } from './table.js'

interface Point {
  x: number
  y: number
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** The camera's position, with angles in radians, and the level spacing. */
export interface View {
  azimuth: number
  elevation: number
  distance: number
  gap: number
}

/** Reflections, grain and shadows, or a plain board, as on machines without a graphics card. */
export type Detail = 'full' | 'plain'

/** Everything, the pieces in colours of their own, or the ground alone. */
type Revealed = 'all' | 'pieces' | 'nothing'

declare global {
  interface Window {
    /** Makes the scene publish `raumScene`. */
    raumProbe?: boolean
    /** Forces how much the scene draws. */
    raumDetail?: Detail
    raumScene?: {
      project: (key: string) => Point
      boardBox: () => Box
      freeArea: () => Box
      pieceHeight: (key: string) => number
      drawCalls: () => number
      frames: () => number
      reveal: (what: Revealed) => void
      view: () => View
    }
  }
}

export class Scene extends Table {
  /** Enables the scene's test probe for the next page load, and skips painting unless a test needs pixels. */
  async prepare({ paints = false, detail = 'full' as Detail } = {}): Promise<void> {
    await this.page.addInitScript(
      ([isPainted, forced]) => {
        window.raumProbe = true
        window.raumDetail = forced
        if (isPainted) return
        // Without a graphics card, painting would take most of the test's time.
        const { prototype } = WebGL2RenderingContext
        prototype.drawArrays = prototype.drawElements = () => undefined
        prototype.drawArraysInstanced = prototype.drawElementsInstanced = () => undefined
      },
      [paints, detail] as const,
    )
  }

  /** Opens the 3D board of a kind. */
  override async open(
    kind: Kind,
    { paints = false, detail = 'full' as Detail } = {},
  ): Promise<void> {
    await this.prepare({ paints, detail })
    await super.open(kind)
    await this.show('3D')
  }

  /** Switches between the 2D and the 3D board. */
  async show(look: '2D' | '3D'): Promise<void> {
    await this.page.getByText(look, { exact: true }).click()
    if (look === '3D') await this.rest()
  }

  /** Waits until the scene has drawn its last frame. */
  async rest(): Promise<void> {
    await this.page.evaluate(async () => {
      const frame = () => new Promise(requestAnimationFrame)
      let seen = 0
      for (let still = 0; still < 2;) {
        await frame()
        const drawn = window.raumScene?.frames() ?? 0
        still = drawn > 0 && drawn === seen ? still + 1 : 0
        seen = drawn
      }
    })
  }

  /** Clicks or taps a cell, or the piece on it. */
  override async press(name: string): Promise<void> {
    await this.pressAt(await this.pointOf(name))
  }

  async pressAt({ x, y }: Point): Promise<void> {
    if (this.by === 'tap') await this.page.touchscreen.tap(x, y)
    else await this.page.mouse.click(x, y)
  }

  /** Right-clicks a cell. */
  async cancel(name: string): Promise<void> {
    const { x, y } = await this.pointOf(name)
    await this.page.mouse.click(x, y, { button: 'right' })
  }

  /** Moves the pointer over a cell. */
  async hover(name: string): Promise<void> {
    const { x, y } = await this.pointOf(name)
    await this.page.mouse.move(x, y)
  }

  /** Drags with a mouse button, by a distance in pixels. */
  async drag(from: Point, by: Point, button: 'left' | 'middle' | 'right' = 'left'): Promise<void> {
    const { mouse } = this.page
    await mouse.move(from.x, from.y)
    await mouse.down({ button })
    await mouse.move(from.x + by.x, from.y + by.y, { steps: 4 })
    await mouse.up({ button })
    await this.rest()
  }

  /** Swipes with one or more fingers. */
  async swipe(...fingers: [from: Point, to: Point][]): Promise<void> {
    const devtools = await this.page.context().newCDPSession(this.page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
    const steps = 5
    for (let step = 0; step <= steps; step += 1) {
      const between = (from: number, to: number) => from + ((to - from) * step) / steps
      await touch(
        step === 0 ? 'touchStart' : 'touchMove',
        fingers.map(([from, to]) => ({ x: between(from.x, to.x), y: between(from.y, to.y) })),
      )
    }
    await touch('touchEnd', [])
    await devtools.detach()
    await this.rest()
  }

  /** Drags the piece on a cell to another cell. */
  async dragPiece(from: string, to: string): Promise<void> {
    const [start, end] = [await this.pointOf(from), await this.pointOf(to)]
    await this.drag(start, { x: end.x - start.x, y: end.y - start.y })
  }

  /** Presses keys with the focus on the scene. */
  async keys(...keys: string[]): Promise<void> {
    for (const key of keys) await this.canvas().press(key)
    await this.rest()
  }

  /** Snaps to a named view. */
  async snap(name: string): Promise<void> {
    await this.page.getByRole('group', { name: 'View' }).getByRole('button', { name }).click()
    await this.rest()
  }

  canvas(): Locator {
    return this.page.getByRole('application')
  }

  /** The point on the page that shows a cell, or the piece on it. */
  async pointOf(name: string): Promise<Point> {
    const point = await this.page.evaluate((key) => window.raumScene?.project(key), keyOf(name))
    if (!point) throw new Error('the scene is not on screen')
    return point
  }

  /** A point of the background, to the left of the board. */
  async emptySpace(): Promise<Point> {
    const { left, top, bottom } = await this.freeArea()
    return { x: left + 12, y: top + (bottom - top) / 8 }
  }

  /** The part of the page that no control covers. */
  async freeArea(): Promise<Box> {
    return this.#box('freeArea')
  }

  /** The part of the page that the board fills. */
  async boardBox(): Promise<Box> {
    return this.#box('boardBox')
  }

  async #box(which: 'freeArea' | 'boardBox'): Promise<Box> {
    const box = await this.page.evaluate((name) => window.raumScene?.[name](), which)
    if (!box) throw new Error('the scene is not on screen')
    return box
  }

  /** How high the pieces on these cells are on the page, in pixels. */
  async pieceHeights(names: string[]): Promise<number[]> {
    return this.page.evaluate(
      (keys) => keys.map((key) => window.raumScene?.pieceHeight(key) ?? 0),
      names.map(keyOf),
    )
  }

  /** Opens the options of the view, unless they are open. */
  async openViewOptions(): Promise<void> {
    const options = this.page.getByLabel('View options')
    if (!(await this.page.getByRole('combobox', { name: 'Board' }).isVisible()))
      await options.click()
  }

  async view(): Promise<View> {
    const view = await this.page.evaluate(() => window.raumScene?.view())
    if (!view) throw new Error('the scene is not on screen')
    return view
  }

  /** Draws everything, the pieces in colours of their own, or nothing. */
  async reveal(what: Revealed): Promise<void> {
    await this.page.evaluate((each) => window.raumScene?.reveal(each), what)
    await this.rest()
  }

  async frames(): Promise<number> {
    return this.page.evaluate(() => window.raumScene?.frames() ?? 0)
  }

  async drawCalls(): Promise<number> {
    return this.page.evaluate(() => window.raumScene?.drawCalls() ?? 0)
  }
}

/** The scene's key of a cell: `e2` is `4.1.0`, `Ba3` is `0.2.1`. */
function keyOf(name: string): string {
  const from = (place: number, first: string) =>
    (name.at(place)?.charCodeAt(0) ?? 0) - first.charCodeAt(0)
  return `${from(-2, 'a')}.${from(-1, '1')}.${name.length === 3 ? from(-3, 'A') : 0}`
}
