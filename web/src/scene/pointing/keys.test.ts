import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { listen } from './gestures'
import type { PointerActions } from './gestures'
import { GAP } from '../camera/layout'
import { Stage } from '../camera/stage'
import { namedViewpoint } from '../camera/viewpoints'

const actions = {
  pick: () => null,
  grasp: () => null,
  under: () => null,
  press: () => undefined,
  lift: () => false,
  carry: () => undefined,
  letGo: () => undefined,
  hover: () => undefined,
  cancel: vi.fn<PointerActions['cancel']>(),
  shiftFocus: vi.fn<PointerActions['shiftFocus']>(),
  lookDown: vi.fn<PointerActions['lookDown']>(),
}

let ground: HTMLElement
let stage: Stage
let stop: () => void

beforeEach(() => {
  vi.clearAllMocks()
  document.body.innerHTML = `
    <main id="ground" tabindex="0"></main>
    <button>Top</button>
    <label><input type="text"></label>
    <textarea></textarea>
    <select><option>1</option></select>
    <input type="radio">
    <input type="range">
    <ol style="overflow-y: auto"><li><button id="listed">e4</button></li></ol>
    <div role="grid"><div role="gridcell" tabindex="0"></div></div>
    <dialog><button id="in-dialog">OK</button></dialog>`
  ground = element('#ground')
  ground.getBoundingClientRect = () => new DOMRect(0, 0, 400, 400)
  stage = new Stage('chess', namedViewpoint('white', false), GAP.usual)
  stop = listen(ground, stage, () => actions)
})

afterEach(() => {
  stop()
  document.body.innerHTML = ''
})

function element(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`no element ${selector}`)
  return found
}

/** Presses a key on an element, and returns whether the scene handled it. */
function press(key: string, selector = 'body', held: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held })
  element(selector).dispatchEvent(event)
  return event.defaultPrevented
}

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']
const KEYS = ['q', 'E', 'r', 'F', '+', '=', '-', 't', ...ARROWS]
const handled = (selector: string) => KEYS.filter((key) => press(key, selector))

it.each(['#ground', 'body', 'button'])('turns, tilts and zooms from %s', (selector) => {
  const { elevation, distance } = stage.goal
  press('e', selector)
  expect(stage.goal.azimuth).toBeGreaterThan(0)
  press('Q', selector)
  expect(stage.goal.azimuth).toBeCloseTo(0)
  press('r', selector)
  expect(stage.goal.elevation).toBeGreaterThan(elevation)
  press('ArrowDown', selector)
  expect(stage.goal.elevation).toBeCloseTo(elevation)
  press('-', selector)
  expect(stage.goal.distance).toBeGreaterThan(distance)
  press('t', selector)
  expect(actions.lookDown).toHaveBeenCalledOnce()
})

it('cancels and changes the level only while it has focus', () => {
  for (const key of ['Escape', 'PageUp', 'PageDown']) expect(press(key)).toBe(false)
  expect(actions.cancel).not.toHaveBeenCalled()
  for (const key of ['Escape', 'PageUp', 'PageDown']) press(key, '#ground')
  expect(actions.cancel).toHaveBeenCalledOnce()
  expect(actions.shiftFocus.mock.calls).toEqual([[1], [-1]])
})

it.each(['input[type=text]', 'textarea', 'select', '[role=gridcell]'])(
  'leaves all keys to %s',
  (selector) => {
    expect(handled(selector)).toEqual([])
  },
)

it.each(['input[type=radio]', 'input[type=range]'])('leaves the arrows to %s', (selector) => {
  expect(handled(selector)).toEqual(KEYS.filter((key) => !ARROWS.includes(key)))
})

it('leaves the arrows to a list that scrolls', () => {
  expect(handled('#listed')).toEqual(KEYS)
  vi.spyOn(element('ol'), 'scrollHeight', 'get').mockReturnValue(500)
  expect(handled('#listed')).toEqual(KEYS.filter((key) => !ARROWS.includes(key)))
})

it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])(
  'leaves keys with %j to the browser',
  (held) => {
    for (const key of KEYS) expect(press(key, 'body', held)).toBe(false)
    expect(press('r', '#ground', held)).toBe(false)
  },
)

it('leaves all keys to an open dialog', () => {
  element('dialog').setAttribute('open', '')
  expect([...handled('body'), ...handled('#in-dialog')]).toEqual([])
})

it('leaves all keys to the page while the board is outside the viewport', () => {
  ground.getBoundingClientRect = () => new DOMRect(0, -900, 400, 400)
  expect(handled('body')).toEqual([])
  expect(handled('#ground')).toEqual(KEYS)
})

it('ignores keys already handled', () => {
  element('button').addEventListener('keydown', (event) => event.preventDefault())
  const { azimuth } = stage.goal
  press('e', 'button')
  expect(stage.goal.azimuth).toBe(azimuth)
})
