// Turns pointer, wheel and key events into camera moves and choices on the board.

import { actionOf } from './keys'
import type { KeyActions } from './keys'
import type { Point } from './sight'
import type { Stage } from '../camera/stage'
import type { Cell } from '../../raum'

export interface PointerActions extends KeyActions {
  /** The cell a click at a point would press, and whether it is a target of the selected piece. */
  pick: (point: Point, isTouch: boolean) => { cell: Cell; isTarget: boolean } | null
  /** The cell of the piece a drag from a point would carry. */
  grasp: (point: Point, isTouch: boolean) => Cell | null
  /** The cell visible at a point. */
  under: (point: Point) => Cell | null
  /** Presses a cell, for a click at a point. */
  press: (cell: Cell, point: Point) => void
  lift: (cell: Cell) => boolean
  /** Carries the lifted piece to a point, or lets it go. */
  carry: (cell: Cell, point: Point, isTouch: boolean) => void
  letGo: () => void
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
  /** What the drag does: nothing yet, turn the board, or carry a piece. */
  doing: 'nothing' | 'turn' | 'carry'
  /** The cell of the piece that is carried. */
  cell: Cell | null
}

/** Listens to an element's events. Returns a function that stops listening. */
export function listen(
  element: HTMLElement,
  stage: Stage,
  actions: () => PointerActions,
): () => void {
  const held = new Map<number, Held>()
  const stop = new AbortController()
  const on = <K extends keyof HTMLElementEventMap>(
    type: K,
    handle: (event: HTMLElementEventMap[K]) => void,
  ) => element.addEventListener(type, handle, { signal: stop.signal, passive: false })
  const pointOf = (event: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const isTouch = (event: PointerEvent) => event.pointerType === 'touch'

  const hover = (event: PointerEvent) => {
    const point = pointOf(event)
    const picked = actions().pick(point, isTouch(event))
    actions().hover(picked?.cell ?? actions().under(point))
    element.style.cursor = picked ? 'pointer' : 'grab'
  }

  const begin = (event: PointerEvent, hold: Held): Held['doing'] => {
    if (hold.button !== 0) return 'turn'
    const grasped = actions().grasp(hold.start, isTouch(event))
    if (!grasped || !actions().lift(grasped)) return 'turn'
    hold.cell = grasped
    return 'carry'
  }

  const pinch = (hold: Held, point: Point) => {
    const [other] = [...held.values()].filter((each) => each !== hold)
    if (!other) return
    const apart = (to: Point) => Math.hypot(to.x - other.last.x, to.y - other.last.y)
    // Both fingers turn the board, each by half.
    stage.turn(
      (-(point.x - hold.last.x) * RADIANS_PER_PIXEL) / 2,
      ((point.y - hold.last.y) * RADIANS_PER_PIXEL) / 2,
      apart(hold.last) / Math.max(1, apart(point)),
    )
  }

  on('pointerdown', (event) => {
    const point = pointOf(event)
    element.setPointerCapture(event.pointerId)
    held.set(event.pointerId, {
      start: point,
      last: point,
      button: event.button,
      doing: 'nothing',
      cell: null,
    })
    if (held.size > 1) {
      for (const each of held.values()) each.doing = 'turn'
      actions().letGo()
    }
  })

  on('pointermove', (event) => {
    const hold = held.get(event.pointerId)
    if (!hold) {
      hover(event)
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
      hover(event)
      element.style.cursor = 'grabbing'
      if (hold.cell) actions().carry(hold.cell, point, isTouch(event))
    }
    if (hold.doing !== 'nothing') hold.last = point
  })

  on('pointerup', (event) => {
    const hold = held.get(event.pointerId)
    held.delete(event.pointerId)
    if (!hold) return
    const point = pointOf(event)
    const picked = actions().pick(point, isTouch(event))
    if (hold.doing === 'carry') actions().letGo()
    if (hold.doing === 'nothing' && hold.button === 0) {
      if (picked) actions().press(picked.cell, point)
    } else if (hold.doing === 'nothing' && hold.button === 2) {
      actions().cancel()
    } else if (hold.doing === 'carry' && picked?.isTarget) {
      actions().press(picked.cell, point)
    }
    if (isTouch(event)) actions().hover(null)
    else hover(event)
  })

  on('pointercancel', (event) => {
    held.delete(event.pointerId)
    actions().letGo()
  })
  on('pointerleave', () => actions().hover(null))
  on('contextmenu', (event) => event.preventDefault())

  on('wheel', (event) => {
    event.preventDefault()
    // Some browsers report a wheel turned with Shift as horizontal.
    const amount = event.deltaY || event.deltaX
    if (event.shiftKey) actions().shiftFocus(amount < 0 ? 1 : -1)
    else stage.turn(0, 0, WHEEL_FACTOR ** (event.deltaMode === 1 ? amount * 30 : amount))
  })

  // On the document: a visible board turns wherever the focus is, except in text fields and grids.
  addEventListener(
    'keydown',
    (event) => {
      const action = actionOf(event, element, stage, actions())
      if (!action) return
      event.preventDefault()
      action()
    },
    { signal: stop.signal },
  )

  return () => stop.abort()
}
