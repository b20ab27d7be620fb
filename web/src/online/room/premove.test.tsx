// Moves chosen in advance, while the opponent is to move.

import { screen } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'

import { joinRoom } from './testing'
import { changeSettings } from '../../settings'
import { ROOM } from '../../table/testing'

beforeEach(() => {
  localStorage.clear()
  changeSettings({ premoves: true })
  history.replaceState(null, '', `/r/${ROOM}`)
})

async function press(...cells: string[]): Promise<void> {
  for (const cell of cells)
    await userEvent.click(screen.getByRole('gridcell', { name: new RegExp(`^${cell},`) }))
}

test('is played as soon as the turn comes, once', async () => {
  const { happens, sent } = joinRoom({ moves: 'e2e4' })
  await press('g1', 'f3')
  expect(sent()).toEqual([])
  happens({ type: 'move-played', move: 'e7e5' })
  expect(sent()).toEqual([{ type: 'play', move: 'g1f3', ply: 2 }])
  happens({ type: 'move-played', move: 'g1f3' })
  happens({ type: 'move-played', move: 'b8c6' })
  expect(sent()).toHaveLength(1)
})

test('is dropped if the opponent has made it illegal, or by another click', async () => {
  const { happens, sent } = joinRoom({ moves: 'e2e4' })
  await press('e4', 'e5')
  happens({ type: 'move-played', move: 'e7e5' })
  happens({ type: 'move-played', move: 'd2d4' })
  await press('g1', 'f3', 'g1', 'g1')
  happens({ type: 'move-played', move: 'a7a6' })
  expect(sent()).toEqual([])
})
