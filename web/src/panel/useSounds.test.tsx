import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { useSounds } from './useSounds'
import type { Cell } from '../raum'
import { sound } from '../sound'
import { HotSeat } from '../table/hot-seat'
import { play } from '../table/table'

vi.mock('../sound', () => ({ awaitGesture: () => undefined, sound: vi.fn() }))

beforeEach(() => {
  localStorage.clear()
  vi.mocked(sound).mockClear()
})

const heard = () => vi.mocked(sound).mock.calls.map(([name]) => name)

test('choosing a piece and moving it are heard, drawing the board again is not', () => {
  const table = HotSeat.at('chess')
  const cell: Cell = { x: 4, y: 1, z: 0 }
  const { rerender } = renderHook(
    ({ selected }: { selected: Cell | null }) => {
      useSounds(table, selected)
    },
    { initialProps: { selected: null as Cell | null } },
  )
  expect(heard()).toEqual([])
  rerender({ selected: cell })
  rerender({ selected: cell })
  expect(heard()).toEqual(['select'])
  act(() => {
    play(table, 'e2e4')
  })
  rerender({ selected: null })
  expect(heard()).toEqual(['select', 'move'])
})
