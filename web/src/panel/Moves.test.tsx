import { act } from '../act'
import { render, screen, within } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { Moves } from './Moves'
import type { Kind, LocalTableOptions } from '../raum'
import { HotSeat } from '../table/hot-seat'
import { useReview } from '../table/review'
import { play } from '../table/table'

beforeEach(() => {
  localStorage.clear()
})

function Listed({ table }: { table: HotSeat }) {
  const review = useReview(table)
  return (
    <>
      <Moves table={table} review={review} />
      <output>{review.ply}</output>
    </>
  )
}

function shown(kind: Kind, moves: string, options: LocalTableOptions = {}) {
  const table = HotSeat.at(kind)
  table.begin(options)
  for (const move of moves.split(' ').filter(Boolean)) play(table, move)
  render(<Listed table={table} />)
  return table
}

const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const ply = () => Number(screen.getByRole('status').textContent)
const step = (name: string) => screen.getByRole('button', { name })
const current = () => screen.getByRole('list').querySelector('[aria-current]')?.textContent

describe('the list', () => {
  test.each<[Kind, string, string[], string?]>([
    ['chess', 'e2e4 e7e5 g1f3', ['1.e4e5', '2.Nf3']],
    ['space', 'Aa2Aa3 Ea4Ea3', ['1.Aa3Ea3']],
    ['tictactoe', '0 4 8', ['1.top leftcentre', '2.bottom right']],
    ['chess', 'e8d7 e2e4', ['7.…Kd7', '8.e4'], '4k3/8/8/8/8/8/4P3/4K3 b - - 0 7'],
  ])('of %s: %s', (kind, moves, expected, position) => {
    shown(kind, moves, position ? { position } : {})
    expect(rows()).toEqual(expected)
  })

  test('shows a message while it is empty', () => {
    shown('chess', '')
    expect(screen.getByText('No moves yet.')).toBeInTheDocument()
  })

  test('shows the position after a clicked move, and highlights the move', async () => {
    shown('chess', 'e2e4 e7e5 g1f3')
    expect(current()).toBe('Nf3')
    await userEvent.click(screen.getByRole('button', { name: 'e4' }))
    expect(ply()).toBe(1)
    expect(current()).toBe('e4')
  })

  test('is one tab stop, navigated by arrows', async () => {
    shown('chess', 'e2e4 e7e5 g1f3')
    await userEvent.tab()
    expect(screen.getByRole('button', { name: 'Nf3' })).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(ply()).toBe(1)
    expect(screen.getByRole('button', { name: 'e4' })).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(ply()).toBe(0)
    await userEvent.keyboard('{End}')
    expect(ply()).toBe(3)
    await userEvent.keyboard('{Home}{ArrowRight}{Enter}')
    expect(ply()).toBe(2)
  })

  test('scrolls to the shown move without scrolling the page', () => {
    const table = shown('chess', 'e2e4 e7e5 g1f3')
    const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
    const list = screen.getByRole('list')
    // jsdom has no layout: rows of 40 px in a list of 60 px.
    vi.spyOn(list, 'clientHeight', 'get').mockReturnValue(60)
    const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40)
    const top = vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (
      this: HTMLElement,
    ) {
      return 40 * [...list.children].indexOf(this)
    })
    act(() => {
      play(table, 'b8c6')
      play(table, 'f1b5')
    })
    expect(list.scrollTop).toBe(60)
    act(() => screen.getByRole('button', { name: 'e4' }).click())
    expect(list.scrollTop).toBe(0)
    expect(scrolled).not.toHaveBeenCalled()
    for (const mock of [scrolled, height, top]) mock.mockRestore()
  })
})

test('the step buttons move through the game and stop at its ends', async () => {
  shown('tictactoe', '0 4 8')
  expect(step('Next move')).toBeDisabled()
  expect(step('Last position')).toBeDisabled()
  await userEvent.click(step('Previous move'))
  expect(ply()).toBe(2)
  await userEvent.click(step('First position'))
  expect(ply()).toBe(0)
  expect(step('Previous move')).toBeDisabled()
  await userEvent.click(step('Next move'))
  expect(ply()).toBe(1)
  await userEvent.click(step('Last position'))
  expect(ply()).toBe(3)
})

test('the move list has an accessible name', () => {
  shown('chess', 'e2e4')
  expect(
    within(screen.getByRole('region', { name: 'Moves' })).getByRole('list'),
  ).toBeInTheDocument()
})
