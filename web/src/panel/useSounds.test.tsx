import { act } from '../act'
import { renderHook, waitFor } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'

import { useSounds } from './useSounds'
import type { Cell } from '../raum'
import { awaitGesture, sound } from '../sound'
import { HotSeat } from '../table/hot-seat'
import { play } from '../table/table'

vi.mock('../sound', () => ({ awaitGesture: vi.fn(), sound: vi.fn() }))

beforeEach(() => {
  localStorage.clear()
  vi.mocked(sound).mockClear()
})

const playedSounds = () => vi.mocked(sound).mock.calls.map(([name]) => name)

test('selecting and moving a piece play sounds, rendering again does not', async () => {
  const table = HotSeat.at('chess')
  const cell: Cell = { x: 4, y: 1, z: 0 }
  const { rerender } = renderHook(
    ({ selected }: { selected: Cell | null }) => useSounds(table, selected),
    { initialProps: { selected: null as Cell | null } },
  )
  await waitFor(() => expect(awaitGesture).toHaveBeenCalled())
  expect(playedSounds()).toEqual([])
  rerender({ selected: cell })
  rerender({ selected: cell })
  expect(playedSounds()).toEqual(['select'])
  act(() => play(table, 'e2e4'))
  rerender({ selected: null })
  expect(playedSounds()).toEqual(['select', 'move'])
})
