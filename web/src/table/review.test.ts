import { act } from '../act'
import { renderHook } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'

import { HotSeat } from './hot-seat'
import { useReview } from './review'
import { play, useTable } from './table'

beforeEach(() => {
  localStorage.clear()
})

function reviewed() {
  const table = HotSeat.at('chess')
  for (const move of ['e2e4', 'e7e5', 'g1f3']) play(table, move)
  const { result } = renderHook(() => useReview(table))
  const go = (ply: number) => {
    act(() => {
      result.current.go(ply)
    })
  }
  return { table, result, go }
}

test('shows an earlier position, and is live at the last one', () => {
  const { result, go } = reviewed()
  expect(result.current).toMatchObject({ ply: 3, isLive: true })
  go(1)
  expect(result.current).toMatchObject({ ply: 1, isLive: false, position: { turn: 'black' } })
  expect(result.current.position.legal).toEqual([])
  go(-1)
  expect(result.current).toMatchObject({ ply: 0, position: { lastMove: null } })
  go(99)
  expect(result.current).toMatchObject({ ply: 3, isLive: true })
  expect(result.current.position.legal).not.toEqual([])
})

test('a new render does not subscribe again', () => {
  const table = HotSeat.at('chess')
  const subscribe = vi.spyOn(table, 'subscribe')
  const { rerender } = renderHook(() => useTable(table))
  rerender()
  rerender()
  expect(subscribe).toHaveBeenCalledOnce()
})

test('any change of the game ends the review', () => {
  const { table, result, go } = reviewed()
  go(1)
  act(() => {
    play(table, 'b8c6')
  })
  expect(result.current).toMatchObject({ ply: 4, isLive: true })
  go(1)
  act(() => {
    table.ask({ type: 'undo', ply: 2 })
  })
  expect(result.current).toMatchObject({ ply: 2, isLive: true })
})
