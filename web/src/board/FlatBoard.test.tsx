import { fireEvent, screen, within } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import { renderBoard } from './testing'

const names = (...cells: HTMLElement[]) => cells.map((cell) => cell.getAttribute('aria-label'))
const focused = () => document.activeElement?.getAttribute('aria-label')

describe('labels', () => {
  test('chess is one grid of eight rows', () => {
    const { cell } = renderBoard('chess')
    const grid = screen.getByRole('grid', { name: 'Chess board' })
    const rows = within(grid).getAllByRole('row')
    expect(rows).toHaveLength(8)
    expect(rows.map((row) => row.childElementCount)).toEqual(Array(8).fill(8))
    expect(names(cell(4, 1), cell(3, 7), cell(4, 3))).toEqual([
      'e2, white pawn',
      'd8, black queen',
      'e4, empty',
    ])
  })

  test('space chess is a grid for each level', () => {
    const { cell } = renderBoard('space')
    expect(screen.getByRole('group', { name: 'Space chess board' })).toBeVisible()
    expect(screen.getAllByRole('grid').map((grid) => grid.getAttribute('aria-label'))).toEqual(
      ['A', 'B', 'C', 'D', 'E'].map((letter) => `Level ${letter}`),
    )
    expect(names(cell(1, 0, 1), cell(2, 2, 2), cell(2, 4, 4))).toEqual([
      'Bb1, white unicorn',
      'Cc3, empty',
      'Ec5, black king',
    ])
  })

  test('tic-tac-toe counts its rows from the top', () => {
    const { order, cell } = renderBoard('tictactoe', { moves: '2' })
    expect(order().slice(0, 4)).toEqual(['0.0.0', '1.0.0', '2.0.0', '0.1.0'])
    expect(names(cell(2, 0), cell(0, 2))).toEqual([
      'row 1, column 3, X, last move',
      'row 3, column 1, empty',
    ])
  })

  test('marks are part of the label', async () => {
    const { cell } = renderBoard('chess', { moves: 'e2e4 d7d5' })
    await userEvent.click(cell(4, 3))
    expect(names(cell(4, 3), cell(4, 4), cell(3, 4), cell(3, 6))).toEqual([
      'e4, white pawn, selected',
      'e5, empty, can move here',
      'd5, black pawn, can capture here, last move',
      'd7, empty, last move',
    ])
  })

  test('a king in check is labelled and marked', () => {
    const { cell, having } = renderBoard('chess', { moves: 'e2e4 f7f6 d1h5' })
    expect(names(cell(4, 7))).toEqual(['e8, black king, in check'])
    expect(having('data-marks~="check"')).toEqual(['4.7.0'])
    expect(cell(4, 7).querySelector('.marking-check')).not.toBeNull()
  })
})

describe('orientation', () => {
  test('the first side is at the bottom, or the second if flipped', () => {
    expect(renderBoard('chess').order().slice(0, 2)).toEqual(['0.7.0', '1.7.0'])
    expect(renderBoard('chess', { flipped: true }).order().slice(0, 2)).toEqual(['7.0.0', '6.0.0'])
  })

  test('levels are flipped one by one, in the same order', () => {
    const order = renderBoard('space', { flipped: true }).order()
    expect([order[0], order[24], order[25]]).toEqual(['4.0.0', '0.4.0', '4.0.1'])
  })

  test.each([
    [false, 'abcdefgh', '87654321'],
    [true, 'hgfedcba', '12345678'],
  ])('files and ranks are labelled along the edges, flipped: %s', (flipped, files, ranks) => {
    renderBoard('chess', { flipped })
    const written = (css: string) =>
      [...document.querySelectorAll(css)].map(({ textContent }) => textContent).join('')
    expect(written('.board-cell-file')).toBe(files)
    expect(written('.board-cell-rank')).toBe(ranks)
  })

  test('a capture, a quiet move and a promotion have different shapes', async () => {
    const { cell } = renderBoard('chess', { position: '1r5k/P7/8/8/8/8/8/K7 w - - 0 1' })
    const shapes = (element: HTMLElement) =>
      [...element.querySelectorAll('.marking > g')].map(({ classList }) => classList.value)
    await userEvent.click(cell(0, 6))
    expect(shapes(cell(0, 7))).toEqual(['marking-promotion'])
    expect(shapes(cell(1, 7))).toEqual(['marking-capture', 'marking-promotion'])
    await userEvent.click(cell(0, 0))
    expect(shapes(cell(0, 1))).toEqual(['marking-quiet'])
  })
})

describe('by pointer', () => {
  test('two clicks play a move', async () => {
    const { cell, made } = renderBoard('chess')
    await userEvent.click(cell(4, 1))
    await userEvent.click(cell(4, 3))
    expect(made()).toEqual(['e2e4'])
    expect(names(cell(4, 3))).toEqual(['e4, white pawn, last move'])
  })

  test('a move can change the level', async () => {
    const { cell, made } = renderBoard('space')
    await userEvent.click(cell(1, 0, 0))
    await userEvent.click(cell(1, 1, 2))
    expect(made()).toEqual(['Ab1Cb2'])
  })

  test('a right click cancels, and opens no menu', async () => {
    const { cell, having } = renderBoard('chess')
    await userEvent.click(cell(4, 1))
    expect(having('data-marks~="selected"')).toEqual(['4.1.0'])
    expect(fireEvent.contextMenu(cell(4, 4))).toBe(false)
    expect(having('data-marks~="selected"')).toEqual([])
  })

  test('the hovered cell is shown, and its column on all levels', async () => {
    const { cell, having } = renderBoard('space')
    await userEvent.hover(cell(2, 3, 1))
    expect(having('data-hovered')).toEqual(['2.3.1'])
    expect(having('data-column')).toEqual(['2.3.0', '2.3.2', '2.3.3', '2.3.4'])
    await userEvent.unhover(cell(2, 3, 1))
    expect([...having('data-hovered'), ...having('data-column')]).toEqual([])
  })

  test('a finger leaves no cell hovered', async () => {
    const { cell, having } = renderBoard('chess')
    await userEvent.pointer({ keys: '[TouchA]', target: cell(4, 4) })
    expect(having('data-hovered')).toEqual([])
  })

  test('an empty cell of tic-tac-toe previews the mark', async () => {
    const { cell } = renderBoard('tictactoe', { moves: '4' })
    const ghost = (element: HTMLElement) => element.querySelector('.board-cell-placing')
    await userEvent.hover(cell(0, 0))
    expect(ghost(cell(0, 0))).not.toBeNull()
    await userEvent.hover(cell(1, 1))
    expect(ghost(cell(1, 1))).toBeNull()
  })
})

describe('by keyboard', () => {
  test('Tab enters a board once, and returns to the last cell', async () => {
    const { cell } = renderBoard('chess')
    await userEvent.tab()
    expect(focused()).toBe('a1, white rook')
    await userEvent.keyboard('{ArrowUp}{ArrowRight}')
    expect(focused()).toBe('b2, white pawn')
    await userEvent.tab()
    expect(document.body).toHaveFocus()
    await userEvent.tab({ shift: true })
    expect(cell(1, 1)).toHaveFocus()
  })

  test('Tab enters each level, PageUp and PageDown move to the same cell of another', async () => {
    const { cell } = renderBoard('space')
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}{PageUp}')
    expect(cell(1, 0, 1)).toHaveFocus()
    await userEvent.tab()
    expect(cell(1, 0, 2)).toHaveFocus()
    await userEvent.keyboard('{PageDown}{PageDown}{PageDown}')
    expect(cell(1, 0, 0)).toHaveFocus()
  })

  test('arrows follow the screen when the board is flipped', async () => {
    const { cell } = renderBoard('chess', { flipped: true })
    cell(4, 4).focus()
    await userEvent.keyboard('{ArrowUp}{ArrowLeft}')
    expect(cell(5, 3)).toHaveFocus()
    await userEvent.keyboard('{Home}')
    expect(cell(7, 3)).toHaveFocus()
    await userEvent.keyboard('{End}')
    expect(cell(0, 3)).toHaveFocus()
  })

  test('the focus stays on its cell when the board is flipped', () => {
    const { cell, flip } = renderBoard('chess')
    cell(4, 1).focus()
    flip()
    expect(cell(4, 1)).toHaveFocus()
  })

  test('Enter and Space select and move', async () => {
    const { cell, made } = renderBoard('chess')
    cell(4, 1).focus()
    await userEvent.keyboard('{Enter}{ArrowUp}{ArrowUp} ')
    expect(made()).toEqual(['e2e4'])
    expect(cell(4, 3)).toHaveFocus()
  })

  test('Escape cancels wherever the focus is', async () => {
    const { cell, having } = renderBoard('chess')
    cell(4, 1).focus()
    await userEvent.keyboard('{Enter}')
    expect(having('data-marks~="selected"')).toEqual(['4.1.0'])
    cell(4, 1).blur()
    await userEvent.keyboard('{Escape}')
    expect(having('data-marks~="selected"')).toEqual([])
  })

  test('browser shortcuts are left alone', () => {
    const { cell } = renderBoard('chess')
    expect(fireEvent.keyDown(cell(4, 1), { key: 'ArrowLeft', altKey: true })).toBe(true)
    expect(fireEvent.keyDown(cell(4, 1), { key: 'ArrowLeft' })).toBe(false)
  })
})
