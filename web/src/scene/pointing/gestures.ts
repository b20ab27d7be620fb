// From pointers, wheel and keys to what is meant: turning the board, or choosing on it.

import { actOf } from './keys'
import type { KeyMeaning } from './keys'
import type { Point } from './sight'
import type { Stage } from '../camera/stage'
import type { Cell } from '../../raum'

export interface Meaning extends KeyMeaning {
  /** The cell that a click at a point would press, and whether the chosen piece can go there. */
  pick: (point: Point, isTouch: boolean) => { cell: Cell; isTarget: boolean } | null
  /** The cell of the piece that a drag from a point would carry. */
  grasp: (point: Point, isTouch: boolean) => Cell | null
  /** The cell that is seen at a point. */
  under: (point: Point) => Cell | null
  /** Presses a cell by a click at a point. */
  press: (cell: Cell, point: Point) => void
  lift: (cell: Cell) => boolean
  hover: (cell: Cell | null) => void
}

/** A drag shorter than this is a click. */
const CLICK_PIXELS = 4
const RADIANS_PER_PIXEL = 0.0075
const WHEEL_FACTOR = 1.0012

interface Held {
  start: Point
  last: Point
  button: number
  /** What the drag does: nothing yet, turn the board, or carry the piece of a cell. */
  doing: 'nothing' | 'turn' | 'carry'
}

/** Listens to an element, until what it returns is called. */
export function listen(element: HTMLElement, stage: Stage, meaning: () => Meaning): () => void {
  const held = new Map<number, Held>()
  const stop = new AbortController()
  const on = <K extends keyof HTMLElementEventMap>(
    type: K,
    heard: (event: HTMLElementEventMap[K]) => void,
  ) => element.addEventListener(type, heard, { signal: stop.signal, passive: false })
  const pointOf = (event: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const isTouch = (event: PointerEvent) => event.pointerType === 'touch'

  const look = (event: PointerEvent) => {
    const point = pointOf(event)
    const picked = meaning().pick(point, isTouch(event))
    meaning().hover(picked?.cell ?? meaning().under(point))
    element.style.cursor = picked ? 'pointer' : 'grab'
  }

  const begin = (event: PointerEvent, hold: Held): Held['doing'] => {
    if (hold.button !== 0) return 'turn'
    const grasped = meaning().grasp(hold.start, isTouch(event))
    return grasped && meaning().lift(grasped) ? 'carry' : 'turn'
  }

  const pinch = (hold: Held, point: Point) => {
    const [other] = [...held.values()].filter((each) => each !== hold)
    if (!other) return
    const apart = (to: Point) => Math.hypot(to.x - other.last.x, to.y - other.last.y)
    // Both fingers turn the board, so each turns it by half.
    stage.turn(
      (-(point.x - hold.last.x) * RADIANS_PER_PIXEL) / 2,
      ((point.y - hold.last.y) * RADIANS_PER_PIXEL) / 2,
      apart(hold.last) / Math.max(1, apart(point)),
    )
  }

  on('pointerdown', (event) => {
    const point = pointOf(event)
    element.setPointerCapture(event.pointerId)
    held.set(event.pointerId, { start: point, last: point, button: event.button, doing: 'nothing' })
    if (held.size > 1) for (const each of held.values()) each.doing = 'turn'
  })

  on('pointermove', (event) => {
    const hold = held.get(event.pointerId)
    if (!hold) {
      look(event)
      return
    }
    const point = pointOf(event)
    if (hold.doing === 'nothing') {
      const length = Math.hypot(point.x - hold.start.x, point.y - hold.start.y)
      if (length >= CLICK_PIXELS) hold.doing = begin(event, hold)
    }
    if (held.size > 1) {
      pinch(hold, point)
    } else if (hold.doing === 'turn') {
      element.style.cursor = 'grabbing'
      stage.turn(
        -(point.x - hold.last.x) * RADIANS_PER_PIXEL,
        (point.y - hold.last.y) * RADIANS_PER_PIXEL,
      )
    } else if (hold.doing === 'carry') {
      look(event)
    }
    if (hold.doing !== 'nothing') hold.last = point
  })

  on('pointerup', (event) => {
    const hold = held.get(event.pointerId)
    held.delete(event.pointerId)
    if (!hold) return
    const point = pointOf(event)
    const picked = meaning().pick(point, isTouch(event))
    if (hold.doing === 'nothing' && hold.button === 0) {
      if (picked) meaning().press(picked.cell, point)
    } else if (hold.doing === 'nothing' && hold.button === 2) {
      meaning().cancel()
    } else if (hold.doing === 'carry' && picked?.isTarget) {
      meaning().press(picked.cell, point)
    }
    if (isTouch(event)) meaning().hover(null)
    else look(event)
  })

  on('pointercancel', (event) => held.delete(event.pointerId))
  on('pointerleave', () => meaning().hover(null))
  on('contextmenu', (event) => event.preventDefault())

  on('wheel', (event) => {
    event.preventDefault()
    // Some browsers turn a wheel with Shift held into one to the side.
    const amount = event.deltaY || event.deltaX
    if (event.shiftKey) meaning().shiftFocus(amount < 0 ? 1 : -1)
    else stage.turn(0, 0, WHEEL_FACTOR ** (event.deltaMode === 1 ? amount * 30 : amount))
  })

  // Not on the element alone: a board in sight turns wherever the focus is, text fields and grids apart.
  addEventListener(
    'keydown',
    (event) => {
      const act = actOf(event, element, stage, meaning())
      if (!act) return
      event.preventDefault()
      act()
    },
    { signal: stop.signal },
  )

  return () => stop.abort()
}
