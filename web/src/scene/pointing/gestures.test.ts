import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { listen } from './gestures'
import type { PointerActions } from './gestures'
import { GAP } from '../camera/layout'
import { Stage } from '../camera/stage'
import { namedViewpoint } from '../camera/viewpoints'

const OWN = { x: 1, y: 1, z: 0 }
const TARGET = { x: 2, y: 2, z: 0 }

/** x < 100 is an own piece, x > 200 its target, between them is nothing. */
function picked(x: number): ReturnType<PointerActions['pick']> {
  if (x < 100) return { cell: OWN, isTarget: false }
  return x > 200 ? { cell: TARGET, isTarget: true } : null
}

let element: HTMLDivElement
let stage: Stage
let stop: () => void
const actions = {
  pick: vi.fn<PointerActions['pick']>(({ x }) => picked(x)),
  grasp: vi.fn<PointerActions['grasp']>(({ x }) => (x < 100 ? OWN : null)),
  under: vi.fn<PointerActions['under']>(() => null),
  press: vi.fn<PointerActions['press']>(),
  lift: vi.fn<PointerActions['lift']>(() => true),
  carry: vi.fn<PointerActions['carry']>(),
  letGo: vi.fn<PointerActions['letGo']>(),
  cancel: vi.fn<PointerActions['cancel']>(),
  hover: vi.fn<PointerActions['hover']>(),
  shiftFocus: vi.fn<PointerActions['shiftFocus']>(),
  lookDown: vi.fn<PointerActions['lookDown']>(),
}

beforeEach(() => {
  vi.clearAllMocks()
  element = document.createElement('div')
  // jsdom has no pointer capture.
  element.setPointerCapture = () => undefined
  stage = new Stage('chess', namedViewpoint('white', false), GAP.usual)
  stop = listen(element, stage, () => actions)
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

it('presses the clicked cell, even if the pointer moves slightly', () => {
  drag({ x: 50 }, { x: 52, y: 2 })
  expect(actions.press.mock.calls).toEqual([[OWN, { x: 52, y: 2 }]])
  expect(stage.goal).toEqual(namedViewpoint('white', false))
})

it('presses nothing on an empty spot', () => {
  drag({ x: 150 }, { x: 150 })
  expect(actions.press).not.toHaveBeenCalled()
})

it('turns by a drag from an empty spot, and presses nothing', () => {
  drag({ x: 150 }, { x: 90, y: -20 })
  expect(stage.goal.azimuth).toBeGreaterThan(0)
  expect(stage.goal.elevation).toBeLessThan(namedViewpoint('white', false).elevation)
  expect(actions.press).not.toHaveBeenCalled()
})

it.each([1, 2])('turns by a drag with button %i, even from a piece', (button) => {
  drag({ x: 50, button }, { x: 20, button })
  expect(stage.goal.azimuth).toBeGreaterThan(0)
  expect(actions.lift).not.toHaveBeenCalled()
  expect(actions.cancel).not.toHaveBeenCalled()
})

it('carries a piece to where it is dropped, without turning', () => {
  drag({ x: 50 }, { x: 250 })
  expect(actions.carry.mock.lastCall?.[1]).toEqual({ x: 250, y: 0 })
  expect(actions.letGo).toHaveBeenCalledOnce()
  expect(actions.lift.mock.calls).toEqual([[OWN]])
  expect(actions.press.mock.calls).toEqual([[TARGET, { x: 250, y: 0 }]])
  expect(stage.goal.azimuth).toBe(0)
})

it('plays nothing for a piece dropped on an empty spot', () => {
  drag({ x: 50 }, { x: 150 })
  expect(actions.press).not.toHaveBeenCalled()
})

it('cancels on a right click', () => {
  drag({ x: 50, button: 2 }, { x: 51, button: 2 })
  expect(actions.cancel).toHaveBeenCalledOnce()
  expect(actions.press).not.toHaveBeenCalled()
})

it('zooms by two fingers, and presses nothing on release', () => {
  const finger = { pointerType: 'touch' }
  send('pointerdown', { x: 120, id: 1, ...finger })
  send('pointerdown', { x: 160, id: 2, ...finger })
  send('pointermove', { x: 200, id: 2, ...finger })
  expect(stage.goal.distance).toBeCloseTo(0.5)
  send('pointerup', { x: 120, id: 1, ...finger })
  send('pointerup', { x: 250, id: 2, ...finger })
  expect(actions.press).not.toHaveBeenCalled()
})

it('picks with touch precision, and leaves no cell hovered', () => {
  drag({ x: 50, pointerType: 'touch' }, { x: 50, pointerType: 'touch' })
  expect(actions.pick).toHaveBeenLastCalledWith({ x: 50, y: 0 }, true)
  expect(actions.hover).toHaveBeenLastCalledWith(null)
})

it('hovers the picked cell, else the visible one', () => {
  send('pointermove', { x: 50 })
  expect(actions.hover).toHaveBeenLastCalledWith(OWN)
  send('pointermove', { x: 150 })
  expect(actions.hover).toHaveBeenLastCalledWith(null)
  expect(actions.under).toHaveBeenCalledOnce()
})

it('zooms by the wheel within limits, and changes the level with Shift', () => {
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
  expect(actions.shiftFocus.mock.calls).toEqual([[1], [-1]])
})
