import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { listen } from './gestures'
import type { Meaning } from './gestures'
import { GAP } from '../camera/layout'
import { Stage } from '../camera/stage'
import { namedView } from '../camera/viewpoints'

const OWN = { x: 1, y: 1, z: 0 }
const TARGET = { x: 2, y: 2, z: 0 }

/** Left of 100 is an own piece, right of 200 is where it can go, between them is nothing. */
function picked(x: number): ReturnType<Meaning['pick']> {
  if (x < 100) return { cell: OWN, isTarget: false }
  return x > 200 ? { cell: TARGET, isTarget: true } : null
}

let element: HTMLDivElement
let stage: Stage
let stop: () => void
const meaning = {
  pick: vi.fn<Meaning['pick']>(({ x }) => picked(x)),
  grasp: vi.fn<Meaning['grasp']>(({ x }) => (x < 100 ? OWN : null)),
  under: vi.fn<Meaning['under']>(() => null),
  press: vi.fn<Meaning['press']>(),
  lift: vi.fn<Meaning['lift']>(() => true),
  cancel: vi.fn<Meaning['cancel']>(),
  hover: vi.fn<Meaning['hover']>(),
  shiftFocus: vi.fn<Meaning['shiftFocus']>(),
  lookDown: vi.fn<Meaning['lookDown']>(),
}

beforeEach(() => {
  vi.clearAllMocks()
  element = document.createElement('div')
  // The page of the tests knows no capture.
  element.setPointerCapture = () => undefined
  stage = new Stage('chess', namedView('white', false), GAP.usual)
  stop = listen(element, stage, () => meaning)
})

afterEach(() => {
  stop()
})

interface At {
  x: number
  y?: number
  button?: number
  id?: number
  pointerType?: string
}

function send(type: string, { x, y = 0, button = 0, id = 1, pointerType = 'mouse' }: At): void {
  const init = { clientX: x, clientY: y, button, bubbles: true }
  const event = new MouseEvent(type, init)
  Object.assign(event, { pointerId: id, pointerType })
  element.dispatchEvent(event)
}

function drag(from: At, to: At): void {
  send('pointerdown', from)
  send('pointermove', to)
  send('pointerup', to)
}

it('presses what is clicked, also by a hand that trembles', () => {
  drag({ x: 50 }, { x: 52, y: 2 })
  expect(meaning.press.mock.calls).toEqual([[OWN, { x: 52, y: 2 }]])
  expect(stage.goal).toEqual(namedView('white', false))
})

it('presses nothing where nothing is', () => {
  drag({ x: 150 }, { x: 150 })
  expect(meaning.press).not.toHaveBeenCalled()
})

it('turns by a drag that begins on nothing, and presses nothing then', () => {
  drag({ x: 150 }, { x: 90, y: -20 })
  expect(stage.goal.azimuth).toBeGreaterThan(0)
  expect(stage.goal.elevation).toBeLessThan(namedView('white', false).elevation)
  expect(meaning.press).not.toHaveBeenCalled()
})

it.each([1, 2])('turns by a drag with button %i, even from a piece', (button) => {
  drag({ x: 50, button }, { x: 20, button })
  expect(stage.goal.azimuth).toBeGreaterThan(0)
  expect(meaning.lift).not.toHaveBeenCalled()
  expect(meaning.cancel).not.toHaveBeenCalled()
})

it('carries a piece to where it is let go, and does not turn', () => {
  drag({ x: 50 }, { x: 250 })
  expect(meaning.lift.mock.calls).toEqual([[OWN]])
  expect(meaning.press.mock.calls).toEqual([[TARGET, { x: 250, y: 0 }]])
  expect(stage.goal.azimuth).toBe(0)
})

it('makes no move of a piece that is let go on nothing', () => {
  drag({ x: 50 }, { x: 150 })
  expect(meaning.press).not.toHaveBeenCalled()
})

it('cancels by a right click', () => {
  drag({ x: 50, button: 2 }, { x: 51, button: 2 })
  expect(meaning.cancel).toHaveBeenCalledOnce()
  expect(meaning.press).not.toHaveBeenCalled()
})

it('zooms by two fingers, and presses nothing when they are lifted', () => {
  const finger = { pointerType: 'touch' }
  send('pointerdown', { x: 120, id: 1, ...finger })
  send('pointerdown', { x: 160, id: 2, ...finger })
  send('pointermove', { x: 200, id: 2, ...finger })
  expect(stage.goal.distance).toBeCloseTo(0.5)
  send('pointerup', { x: 120, id: 1, ...finger })
  send('pointerup', { x: 250, id: 2, ...finger })
  expect(meaning.press).not.toHaveBeenCalled()
})

it('picks for a finger as for a finger, and leaves nothing hovered', () => {
  drag({ x: 50, pointerType: 'touch' }, { x: 50, pointerType: 'touch' })
  expect(meaning.pick).toHaveBeenLastCalledWith({ x: 50, y: 0 }, true)
  expect(meaning.hover).toHaveBeenLastCalledWith(null)
})

it('hovers over what is picked, else over what is seen', () => {
  send('pointermove', { x: 50 })
  expect(meaning.hover).toHaveBeenLastCalledWith(OWN)
  send('pointermove', { x: 150 })
  expect(meaning.hover).toHaveBeenLastCalledWith(null)
  expect(meaning.under).toHaveBeenCalledOnce()
})

it('zooms by the wheel within limits, and looks at levels with Shift', () => {
  const wheel = (deltaY: number, shiftKey = false) =>
    element.dispatchEvent(new WheelEvent('wheel', { deltaY, shiftKey, cancelable: true }))
  wheel(-100)
  expect(stage.goal.distance).toBeLessThan(1)
  for (let turn = 0; turn < 100; turn++) wheel(-100)
  const nearest = stage.goal.distance
  wheel(-100)
  expect(stage.goal.distance).toBe(nearest)
  wheel(-100, true)
  wheel(100, true)
  expect(meaning.shiftFocus.mock.calls).toEqual([[1], [-1]])
})
