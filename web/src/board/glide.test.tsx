import { act } from '../act'
import { fireEvent } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { renderBoard } from './testing'

/** The animated pieces: the cell, and the offset at the start. */
const glided: [string | undefined, unknown][] = []
const style = document.createElement('style')

beforeEach(() => {
  glided.length = 0
  style.textContent = '.board-cell-piece { animation-duration: 0.3s }'
  document.head.append(style)
  // jsdom has no layout: cells are 10 × 10 here, and levels are 100 apart.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLElement,
  ) {
    const [x = 0, y = 0, z = 0] = this.dataset['cell']?.split('.').map(Number) ?? []
    return new DOMRect(x * 10 + z * 100, -y * 10, 10, 10)
  })
  Element.prototype.animate = function (this: Element, keyframes) {
    const [first] = keyframes as Keyframe[]
    glided.push([this.closest<HTMLElement>('[data-cell]')?.dataset['cell'], first?.['translate']])
    return {} as Animation
  }
})

afterEach(() => {
  vi.restoreAllMocks()
  style.remove()
})

test('a moved piece glides from its old cell, on undo and redo too', async () => {
  const { cell, ask } = renderBoard('chess')
  expect(glided).toEqual([])
  await userEvent.click(cell(6, 0))
  await userEvent.click(cell(5, 2))
  expect(glided).toEqual([['5.2.0', '10px 20px']])
  act(() => ask({ type: 'undo', ply: 0 }))
  expect(glided.slice(1)).toEqual([['6.0.0', '-10px -20px']])
  act(() => ask({ type: 'redo', ply: 1 }))
  expect(glided.slice(2)).toEqual([['5.2.0', '10px 20px']])
})

test('a piece glides from level to level', async () => {
  const { cell } = renderBoard('space')
  await userEvent.click(cell(1, 0, 0))
  await userEvent.click(cell(1, 1, 2))
  expect(glided).toEqual([['1.1.2', '-200px 10px']])
})

test('castling animates king and rook', async () => {
  const { cell } = renderBoard('chess', { position: '4k3/8/8/8/8/8/8/4K2R w K - 0 1' })
  await userEvent.click(cell(4, 0))
  await userEvent.click(cell(6, 0))
  expect(glided.sort()).toEqual([
    ['5.0.0', '20px 0px'],
    ['6.0.0', '-20px 0px'],
  ])
})

test('a captured piece fades on its cell until the next move', async () => {
  const { cell } = renderBoard('chess', { moves: 'e2e4 d7d5' })
  const fading = () => document.querySelectorAll('.board-cell-gone').length
  await userEvent.click(cell(4, 3))
  await userEvent.click(cell(3, 4))
  expect(cell(3, 4).querySelector('.board-cell-gone .figure-second')).not.toBeNull()
  expect(fading()).toBe(1)
  await userEvent.click(cell(0, 6))
  await userEvent.click(cell(0, 5))
  expect(fading()).toBe(0)
})

test('a captured piece does not fade again when the board is flipped', async () => {
  const { cell, flip } = renderBoard('chess', { moves: 'e2e4 d7d5' })
  const fading = () => document.querySelectorAll('.board-cell-gone').length
  await userEvent.click(cell(4, 3))
  await userEvent.click(cell(3, 4))
  expect(glided).toHaveLength(1)
  fireEvent(cell(3, 4), new Event('animationend', { bubbles: true }))
  expect(fading()).toBe(0)
  flip()
  expect(fading()).toBe(0)
  expect(glided).toHaveLength(1)
})

test('a new mark is animated, earlier ones are not', async () => {
  const { cell } = renderBoard('tictactoe', { moves: '4' })
  const popping = () =>
    [...document.querySelectorAll('.board-cell-new')].map(
      (piece) => piece.closest<HTMLElement>('[data-cell]')?.dataset['cell'],
    )
  expect(popping()).toEqual([])
  await userEvent.click(cell(0, 0))
  expect(popping()).toEqual(['0.0.0'])
  expect(glided).toEqual([])
})

/** Drags a piece by (30, 40) and drops it on a cell. */
function drag(from: HTMLElement, to: HTMLElement) {
  Element.prototype.setPointerCapture = () => undefined
  document.elementFromPoint = () => to
  const pointer = { pointerId: 1, isPrimary: true, button: 0, buttons: 1 }
  fireEvent.pointerDown(from, { ...pointer, clientX: 0, clientY: 0 })
  fireEvent.pointerMove(from, { ...pointer, clientX: 30, clientY: 40 })
  fireEvent.pointerUp(from, { ...pointer, clientX: 30, clientY: 40 })
}

test('a dropped piece does not glide to its cell, except when its move is redone', () => {
  const { cell, made, ask } = renderBoard('chess')
  drag(cell(4, 1), cell(4, 3))
  expect(made()).toEqual(['e2e4'])
  expect(glided).toEqual([])
  act(() => ask({ type: 'undo', ply: 0 }))
  act(() => ask({ type: 'redo', ply: 1 }))
  expect(glided).toEqual([
    ['4.1.0', '0px -20px'],
    ['4.3.0', '0px 20px'],
  ])
})

test('a piece dropped elsewhere glides back', () => {
  const { cell } = renderBoard('chess')
  drag(cell(4, 1), cell(4, 6))
  expect(glided).toEqual([['4.1.0', '30px 40px']])
})

test('a pawn glides to the last rank after the promotion is chosen', async () => {
  const { cell } = renderBoard('chess', { position: '8/P6k/8/8/8/8/8/K7 w - - 0 1' })
  drag(cell(0, 6), cell(0, 7))
  expect(glided).toEqual([])
  await userEvent.keyboard('{Enter}')
  expect(glided).toEqual([['0.7.0', '0px 10px']])
})

test('nothing glides under reduced motion', async () => {
  style.textContent = '.board-cell-piece { animation-duration: 0s }'
  const { cell, made } = renderBoard('chess')
  await userEvent.click(cell(4, 1))
  await userEvent.click(cell(4, 3))
  expect(made()).toEqual(['e2e4'])
  expect(glided).toEqual([])
})
