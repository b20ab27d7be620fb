import { act } from '../act'
import { cleanup, render, screen } from '@testing-library/preact'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { SideStrip } from './SideStrip'
import type { LocalTableOptions } from '../raum'
import { HotSeat } from '../table/hot-seat'
import { useReview } from '../table/review'
import { play } from '../table/table'

// Its details are loaded after the board: once, for all tests.
beforeAll(async () => {
  shown({ clock: { initialMillis: 60_000, incrementMillis: 0 } })
  await screen.findAllByRole('timer')
  cleanup()
})

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ now: 1_800_000_000_000 })
})

afterEach(() => {
  vi.useRealTimers()
})

function Strips({ table }: { table: HotSeat }) {
  const review = useReview(table)
  return (
    <>
      <SideStrip table={table} review={review} side="black" />
      <SideStrip table={table} review={review} side="white" />
      <button onClick={() => review.go(0)}>review</button>
    </>
  )
}

function shown(options: LocalTableOptions, moves = '') {
  const table = HotSeat.at('chess')
  table.begin(options)
  for (const move of moves.split(' ').filter(Boolean)) play(table, move)
  render(<Strips table={table} />)
  return table
}

const pass = (millis: number) =>
  act(() => {
    vi.advanceTimersByTime(millis)
  })

const clock = (side: string) => screen.getByRole('timer', { name: `Time left for ${side}` })

test('captured pieces and the lead follow the shown position', () => {
  shown({}, 'e2e4 d7d5 e4d5')
  expect(screen.getByRole('img')).toHaveAccessibleName('White has captured: pawn')
  expect(screen.getByText('+1')).toBeInTheDocument()
  expect(screen.getByText('White is ahead by 1')).toBeInTheDocument()
  act(() => screen.getByText('review').click())
  expect(screen.queryByText('+1')).not.toBeInTheDocument()
})

describe('the clocks', () => {
  const rule = { initialMillis: 60_000, incrementMillis: 0 }

  test('are hidden in a game without clocks', () => {
    shown({}, 'e2e4')
    expect(screen.queryByRole('timer')).not.toBeInTheDocument()
  })

  test('do not run before the first move', () => {
    shown({ clock: { initialMillis: 600_000, incrementMillis: 0 } })
    pass(5000)
    expect(clock('White')).toHaveTextContent(/^10:00$/)
    expect(screen.queryByRole('img', { name: 'Running' })).not.toBeInTheDocument()
  })

  test('run for the side to move, in seconds and finally in tenths', () => {
    shown({ clock: rule }, 'e2e4')
    expect(clock('Black').parentElement).toContainElement(
      screen.getByRole('img', { name: 'Running' }),
    )
    pass(1)
    expect(clock('Black')).toHaveTextContent(/^0:59$/)
    pass(999)
    expect(clock('Black')).toHaveTextContent(/^0:59$/)
    pass(1)
    expect(clock('Black')).toHaveTextContent(/^0:58$/)
    pass(48_999)
    expect(clock('Black')).toHaveTextContent(/^0:10$/)
    pass(650)
    expect(clock('Black')).toHaveTextContent(/^0:09.3$/)
    expect(clock('White')).toHaveTextContent(/^1:00$/)
  })

  test('tick without rendering anything else', () => {
    const table = shown({ clock: rule }, 'e2e4')
    // Rendering a side reads the first position.
    const drawn = vi.spyOn(table, 'position')
    pass(30_000)
    expect(clock('Black')).toHaveTextContent(/^0:30$/)
    expect(drawn).not.toHaveBeenCalled()
  })

  test('are highlighted below twenty seconds', () => {
    shown({ clock: rule }, 'e2e4')
    pass(40_000)
    expect(clock('Black').parentElement).not.toHaveClass('clock-urgent')
    pass(1)
    expect(clock('Black').parentElement).toHaveClass('clock-urgent')
    expect(clock('White').parentElement).not.toHaveClass('clock-urgent')
  })

  test('end the game when time is up, and stop', () => {
    const table = shown({ clock: rule }, 'e2e4')
    pass(60_000)
    expect(clock('Black')).toHaveTextContent(/^0:00.0$/)
    expect(table.snapshot().view.ending).toEqual({ winner: 'white', reason: 'time' })
    pass(1000)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('start no timers while stopped', () => {
    shown({ clock: rule })
    pass(1000)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('switch at each move and resume the remaining time', () => {
    const table = shown({ clock: { ...rule, incrementMillis: 2000 } }, 'e2e4')
    pass(5000)
    act(() => play(table, 'e7e5'))
    expect(clock('Black')).toHaveTextContent(/^0:57$/)
    pass(1500)
    expect(clock('Black')).toHaveTextContent(/^0:57$/)
    expect(clock('White')).toHaveTextContent(/^0:58$/)
  })
})
