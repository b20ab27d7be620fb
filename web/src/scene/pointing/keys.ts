// The keys that turn a 3D board, and which elements may have focus meanwhile.

import type { Stage } from '../camera/stage'

/** What keys do besides turning the board. */
export interface KeyActions {
  cancel: () => void
  /** Moves to the view from above. */
  lookDown: () => void
  /** Focuses the level above or below. */
  shiftFocus: (by: 1 | -1) => void
}

const KEY_TURN = Math.PI / 12
const KEY_ZOOM = 1.15

type Keys = { [key in string]?: () => void }

/** Keys that work wherever the focus is. */
function cameraKeys(stage: Stage, { lookDown }: KeyActions): Keys {
  const turn = (azimuth: number, elevation: number) => () =>
    stage.turn(azimuth * KEY_TURN, elevation * KEY_TURN)
  const zoom = (factor: number) => () => stage.turn(0, 0, factor)
  return {
    q: turn(-1, 0),
    e: turn(1, 0),
    r: turn(0, 1),
    f: turn(0, -1),
    ArrowLeft: turn(-1, 0),
    ArrowRight: turn(1, 0),
    ArrowUp: turn(0, 1),
    ArrowDown: turn(0, -1),
    '+': zoom(1 / KEY_ZOOM),
    // The same key without Shift on many keyboards.
    '=': zoom(1 / KEY_ZOOM),
    '-': zoom(KEY_ZOOM),
    t: lookDown,
  }
}

/** Keys that work only while the scene has focus: elsewhere they scroll the page. */
function ownKeys({ cancel, shiftFocus }: KeyActions): Keys {
  return {
    Escape: cancel,
    PageUp: () => shiftFocus(1),
    PageDown: () => shiftFocus(-1),
  }
}

/** The action for a key event, or null if the key is not for the scene in this element. */
export function actionOf(
  event: KeyboardEvent,
  element: HTMLElement,
  stage: Stage,
  actions: KeyActions,
): (() => void) | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const turn = cameraKeys(stage, actions)[key]
  const target = event.target instanceof Element ? event.target : document.body
  if (element.contains(target)) return turn ?? ownKeys(actions)[key] ?? null
  if (!turn || !isInViewport(element) || isBusy(target)) return null
  return key.startsWith('Arrow') && usesArrows(target) ? null : turn
}

/** Text fields, in which keys type, and grids, in which they move between cells. */
const TAKES_KEYS =
  'input:not([type=radio], [type=checkbox], [type=range], [type=button]), textarea, select, ' +
  '[contenteditable], [role=grid], dialog'

function isBusy(target: Element): boolean {
  return target.closest(TAKES_KEYS) !== null || document.querySelector('dialog[open]') !== null
}

/** Whether the focused element uses the arrow keys to choose, slide or scroll. */
function usesArrows(target: Element): boolean {
  if (target.matches('input')) return true
  for (let each: Element | null = target; each && each !== document.body; each = each.parentElement)
    if (scrolls(each)) return true
  return false
}

function scrolls(element: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(element)
  const isScrollable = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
  return (
    (isScrollable(overflowY) && element.scrollHeight > element.clientHeight) ||
    (isScrollable(overflowX) && element.scrollWidth > element.clientWidth)
  )
}

/** Whether the middle of an element is in the viewport. Otherwise arrows scroll the page. */
function isInViewport(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  const middle = (top + bottom) / 2
  return middle >= 0 && middle <= innerHeight
}
