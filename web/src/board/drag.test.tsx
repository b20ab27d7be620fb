import { act } from '../act'
import { fireEvent } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { renderBoard } from './testing'
import type { BoardOptions } from './testing'
import type { Kind } from '../raum'

const capture = vi.fn<(pointer: number) => void>()
let below: Element | null

beforeEach(() => {
  // jsdom has no layout: the test sets the element under the pointer.
  document.elementFromPoint = () => below
  capture.mockClear()
  Element.prototype.setPointerCapture = capture
})

/** A pointer that is pressed, moved and released. */
function hand(kind: Kind, setting?: BoardOptions) {
  const board = renderBoard(kind, setting)
  const pointer = { pointerId: 7, isPrimary: true, button: 0, buttons: 1 }
  let pressed: HTMLElement
  return {
    ...board,
    press: (on: HTMLElement, change = {}) => {
      pressed = on
      fireEvent.pointerDown(on, { ...pointer, clientX: 100, clientY: 100, ...change })
    },
    move: (x: number, y: number, over: Element | null) => {
      below = over
      fireEvent.pointerMove(pressed, { ...pointer, clientX: 100 + x, clientY: 100 + y })
    },
    drop: (x: number, y: number, over: Element | null) => {
      below = over
      fireEvent.pointerUp(pressed, { ...pointer, clientX: 100 + x, clientY: 100 + y })
    },
    cancel: () => fireEvent.pointerCancel(pressed, pointer),
  }
}

const offset = (cell: HTMLElement) =>
  cell.querySelector<HTMLElement>('.board-cell-piece')?.style.translate

test('a piece follows the pointer, and a drop plays the move', () => {
  const { cell, press, move, drop, made, having } = hand('chess')
  press(cell(4, 1))
  move(10, -60, cell(4, 2))
  expect(offset(cell(4, 1))).toBe('10px -60px')
  expect(having('data-marks~="quiet"')).toEqual(['4.3.0', '4.2.0'])
  expect(having('data-hovered')).toEqual(['4.2.0'])
  expect(capture.mock.calls).toEqual([[7]])
  move(10, -120, cell(4, 3))
  drop(10, -120, cell(4, 3))
  expect(made()).toEqual(['e2e4'])
  expect(offset(cell(4, 3))).toBe('')
})

test('a pointer that hardly moves is a click', async () => {
  const { cell, press, move, drop, made, having } = hand('chess')
  press(cell(4, 1))
  move(2, 2, cell(4, 1))
  expect(offset(cell(4, 1))).toBe('')
  expect(capture).not.toHaveBeenCalled()
  drop(2, 2, cell(4, 1))
  expect(having('data-marks~="selected"')).toEqual([])
  await userEvent.click(cell(4, 1))
  await userEvent.click(cell(4, 3))
  expect(made()).toEqual(['e2e4'])
})

test.each<[string, [number, number] | null]>([
  ['an own piece', [3, 1]],
  ['a cell that is no target', [4, 5]],
  ['its own cell', [4, 1]],
  ['nothing', null],
])('a piece dropped on %s returns and stays selected', (_, on) => {
  const { cell, press, move, drop, made, having } = hand('chess')
  const over = on && cell(...on)
  press(cell(4, 1))
  move(0, 50, over)
  drop(0, 50, over)
  expect(made()).toEqual([])
  expect(offset(cell(4, 1))).toBe('')
  expect(having('data-marks~="selected"')).toEqual(['4.1.0'])
})

test('pieces that cannot move cannot be dragged', () => {
  const { cell, press, move, drop, made, having } = hand('chess')
  for (const [on, change] of [
    [cell(4, 6), {}],
    [cell(4, 4), {}],
    [cell(4, 1), { button: 2 }],
    [cell(4, 1), { isPrimary: false }],
  ] as const) {
    press(on, change)
    move(0, 60, cell(4, 3))
    drop(0, 60, cell(4, 3))
  }
  expect(having('data-marks~="selected"')).toEqual([])
  expect(made()).toEqual([])
})

test('a drag can change the level', () => {
  const { cell, press, move, drop, made } = hand('space')
  press(cell(1, 0, 0))
  move(300, 0, cell(1, 1, 2))
  drop(300, 0, cell(1, 1, 2))
  expect(made()).toEqual(['Ab1Cb2'])
})

test('a cancelled pointer releases the piece', () => {
  const { cell, press, move, drop, cancel, made } = hand('chess')
  press(cell(4, 1))
  move(0, -120, cell(4, 3))
  cancel()
  expect(offset(cell(4, 1))).toBe('')
  drop(0, -120, cell(4, 3))
  expect(made()).toEqual([])
})

test('Escape during a drag releases the piece', async () => {
  const { cell, press, move, drop, made } = hand('chess')
  press(cell(4, 1))
  move(0, -120, cell(4, 3))
  await userEvent.keyboard('{Escape}')
  expect(offset(cell(4, 1))).toBe('')
  drop(0, -120, cell(4, 3))
  expect(made()).toEqual([])
})

test('a new position during a drag releases the piece', () => {
  const { cell, press, move, drop, made, ask } = hand('chess', { moves: 'e2e4' })
  press(cell(4, 6))
  move(0, 60, cell(4, 4))
  act(() => ask({ type: 'undo', ply: 0 }))
  expect(offset(cell(4, 6))).toBe('')
  drop(0, 60, cell(4, 4))
  expect(made()).toEqual([])
})

test('a pawn dropped on the last rank waits for the promotion', () => {
  const { cell, press, move, drop, made } = hand('chess', {
    position: '8/P6k/8/8/8/8/8/K7 w - - 0 1',
  })
  press(cell(0, 6))
  move(0, -60, cell(0, 7))
  drop(0, -60, cell(0, 7))
  expect(document.querySelector('dialog')).toHaveAttribute('open')
  expect(made()).toEqual([])
})
