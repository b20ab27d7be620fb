import { act } from '../act'
import { renderHook } from '@testing-library/preact'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { useVibration, vibrationOf } from './useVibration'
import type { View } from '../raum'
import { changeSettings } from '../settings'
import { HotSeat } from '../table/hot-seat'
import { play } from '../table/table'

const vibrate = vi.fn()

beforeEach(() => {
  localStorage.clear()
  vibrate.mockClear()
  vi.stubGlobal('navigator', { vibrate })
})

afterEach(() => {
  vi.unstubAllGlobals()
  changeSettings({ sounds: true })
})

function begin(): HotSeat {
  const table = HotSeat.at('tictactoe')
  table.begin({})
  return table
}

it('is felt at the end of a game, but not for one’s own moves', () => {
  const table = begin()
  renderHook(() => useVibration(table))
  for (const move of ['0', '3', '1', '4']) act(() => play(table, move))
  expect(vibrate).not.toHaveBeenCalled()
  act(() => play(table, '2'))
  expect(vibrate).toHaveBeenCalledOnce()
})

it('is felt when the opponent has moved', () => {
  const table = begin()
  const before = table.snapshot().view
  play(table, '0')
  const after = table.snapshot().view
  const theirs = (view: View): View => ({
    ...view,
    seats: view.seats.map((seat) => ({ ...seat, mine: seat.side === 'O' })),
  })
  expect(vibrationOf(before, after)).toBeNull()
  expect(vibrationOf(theirs(before), theirs(after))).toEqual([30])
})

it('is off with the sounds', () => {
  changeSettings({ sounds: false })
  const table = begin()
  renderHook(() => useVibration(table))
  for (const move of ['0', '3', '1', '4', '2']) act(() => play(table, move))
  expect(vibrate).not.toHaveBeenCalled()
})
