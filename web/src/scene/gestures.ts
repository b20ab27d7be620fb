// From pointers, wheel and keys to what is meant: turning the board, or choosing on it.

import type { Point } from './pick'
import type { Stage } from './stage'
import type { Cell } from '../raum'

export interface Meaning {
  /** The cell that a click at a point would press, and whether a piece to be moved stands there. */
  pick: (point: Point, isTouch: boolean) => { cell: Cell; isTarget: boolean } | null
  /** The cell that is seen at a point. */
  under: (point: Point) => Cell | null
  press: (cell: Cell) => void
  lift: (cell: Cell) => boolean
  cancel: () => void
  hover: (cell: Cell | null) => void
  /** Looks at the level above or below. */
  shiftFocus: (by: 1 | -1) => void
}

/** A drag shorter than this is a click. */
const CLICK_PIXELS = 4
const RADIANS_PER_PIXEL = 0.0075
const KEY_TURN = Math.PI / 12
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
  ) => {
    element.addEventListener(type, heard, { signal: stop.signal, passive: false })
  }
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
    const picked = meaning().pick(hold.start, isTouch(event))
    const carries = picked && !picked.isTarget && meaning().lift(picked.cell)
    return carries ? 'carry' : 'turn'
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
    const picked = meaning().pick(pointOf(event), isTouch(event))
    if (hold.doing === 'nothing' && hold.button === 0) {
      if (picked) meaning().press(picked.cell)
    } else if (hold.doing === 'nothing' && hold.button === 2) {
      meaning().cancel()
    } else if (hold.doing === 'carry' && picked?.isTarget) {
      meaning().press(picked.cell)
    }
    if (isTouch(event)) meaning().hover(null)
    else look(event)
  })

  on('pointercancel', (event) => {
    held.delete(event.pointerId)
  })
  on('pointerleave', () => {
    meaning().hover(null)
  })
  on('contextmenu', (event) => {
    event.preventDefault()
  })

  on('wheel', (event) => {
    event.preventDefault()
    // Some browsers turn a wheel with Shift held into one to the side.
    const amount = event.deltaY || event.deltaX
    if (event.shiftKey) meaning().shiftFocus(amount < 0 ? 1 : -1)
    else stage.turn(0, 0, WHEEL_FACTOR ** (event.deltaMode === 1 ? amount * 30 : amount))
  })

  on('keydown', (event) => {
    const act = keys(stage, meaning())[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act()
  })

  return () => {
    stop.abort()
  }
}

function keys(stage: Stage, meaning: Meaning): { [key: string]: (() => void) | undefined } {
  const turn = (azimuth: number, elevation: number) => () => {
    stage.turn(azimuth * KEY_TURN, elevation * KEY_TURN)
  }
  const zoom = (factor: number) => () => {
    stage.turn(0, 0, factor)
  }
  return {
    q: turn(-1, 0),
    e: turn(1, 0),
    r: turn(0, 1),
    f: turn(0, -1),
    ArrowLeft: turn(-1, 0),
    ArrowRight: turn(1, 0),
    ArrowUp: turn(0, 1),
    ArrowDown: turn(0, -1),
    '+': zoom(1 / 1.15),
    '-': zoom(1.15),
    Escape: meaning.cancel,
    PageUp: () => {
      meaning.shiftFocus(1)
    },
    PageDown: () => {
      meaning.shiftFocus(-1)
    },
  }
}
