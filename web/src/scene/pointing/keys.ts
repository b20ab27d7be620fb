// Which keys turn a board in space, and where the focus may be meanwhile.

import type { Stage } from '../camera/stage'

/** What keys do to a scene beside turning it. */
export interface KeyMeaning {
  cancel: () => void
  /** Looks straight down. */
  lookDown: () => void
  /** Looks at the level above or below. */
  shiftFocus: (by: 1 | -1) => void
}

const KEY_TURN = Math.PI / 12
const KEY_ZOOM = 1.15

type Keys = { [key in string]?: () => void }

/** What each key does, wherever the focus is. */
function viewKeys(stage: Stage, { lookDown }: KeyMeaning): Keys {
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

/** What only a scene that has the focus does by keys: elsewhere the page scrolls by these. */
function ownKeys({ cancel, shiftFocus }: KeyMeaning): Keys {
  return {
    Escape: cancel,
    PageUp: () => shiftFocus(1),
    PageDown: () => shiftFocus(-1),
  }
}

/** What a scene in this element does at a key, or null if the key is not for it. */
export function actOf(
  event: KeyboardEvent,
  element: HTMLElement,
  stage: Stage,
  meaning: KeyMeaning,
): (() => void) | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const view = viewKeys(stage, meaning)[key]
  const target = event.target instanceof Element ? event.target : document.body
  if (element.contains(target)) return view ?? ownKeys(meaning)[key] ?? null
  if (!view || !isInSight(element) || isBusy(target)) return null
  return key.startsWith('Arrow') && usesArrows(target) ? null : view
}

/** Text fields, in which keys type, and grids, in which they lead from cell to cell. */
const TAKES_KEYS =
  'input:not([type=radio], [type=checkbox], [type=range], [type=button]), textarea, select, ' +
  '[contenteditable], [role=grid], dialog'

function isBusy(target: Element): boolean {
  return target.closest(TAKES_KEYS) !== null || document.querySelector('dialog[open]') !== null
}

/** Whether arrows do something where the focus is: choose, slide or scroll. */
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

/** Whether the middle of an element is in the window: where it is not, arrows scroll the page. */
function isInSight(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  const middle = (top + bottom) / 2
  return middle >= 0 && middle <= innerHeight
}
