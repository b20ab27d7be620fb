import { act } from '../act'
import { render, screen } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Game } from './Game'
import { changeSettings } from '../settings'

// The real scene needs WebGL, which the browser tests have. This fake can fail on demand.
const scene = vi.hoisted(() => ({ fails: false }))
vi.mock('../scene/Scene', () => ({
  default: ({ cursor }: { cursor: { x: number; y: number } | null }) => {
    if (scene.fails) throw new Error('no WebGL')
    return <p>scene {cursor && `${cursor.x} ${cursor.y}`}</p>
  },
}))

beforeEach(() => {
  localStorage.clear()
  scene.fails = false
})

afterEach(() => {
  vi.restoreAllMocks()
  changeSettings({ looks: {} })
})

async function show(look: '2D' | '3D') {
  await userEvent.click(screen.getByRole('radio', { name: look }))
  if (look === '3D' && !scene.fails) await screen.findByText(/^scene/)
}

test('a game can be shown flat and in 3D, and its grid stays', async () => {
  render(<Game kind="chess" />)
  expect(screen.queryByText(/^scene/)).toBeNull()
  await userEvent.click(screen.getByRole('gridcell', { name: /^e2/ }))
  await show('3D')
  expect(screen.getByRole('gridcell', { name: /^e2.*selected/ })).toBeInTheDocument()
  await show('2D')
  expect(screen.queryByText(/^scene/)).toBeNull()
  expect(screen.getByRole('gridcell', { name: /^e2.*selected/ })).toBeVisible()
})

test('the choice of look is saved per kind', async () => {
  const { unmount } = render(<Game kind="chess" />)
  await show('3D')
  unmount()
  render(<Game kind="chess" />)
  expect(await screen.findByText(/^scene/)).toBeInTheDocument()
})

test('tic-tac-toe has no 3D board', () => {
  render(<Game kind="tictactoe" />)
  expect(screen.queryByRole('radio', { name: '3D' })).toBeNull()
})

test('the scene gets the cell with keyboard focus', async () => {
  render(<Game kind="chess" />)
  await show('3D')
  const cell = screen.getByRole('gridcell', { name: /^e2/ })
  act(() => cell.focus())
  expect(screen.getByText('scene 4 1')).toBeInTheDocument()
  act(() => cell.blur())
  expect(screen.getByText('scene')).toBeInTheDocument()
})

test('the game goes on without a failed scene, which can be retried', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  scene.fails = true
  render(<Game kind="chess" />)
  await show('3D')
  expect(await screen.findByText(/can’t be shown/)).toBeVisible()
  await userEvent.click(screen.getByRole('gridcell', { name: /^e2/ }))
  await userEvent.click(screen.getByRole('gridcell', { name: /^e4/ }))
  expect(screen.getByRole('gridcell', { name: /^e4, white pawn/ })).toBeVisible()
  scene.fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/^scene/)).toBeInTheDocument()
  expect(screen.queryByText(/cannot be shown/)).toBeNull()
})

test('in space chess, the name of the hovered cell is beside the board', async () => {
  render(<Game kind="space" />)
  await userEvent.hover(screen.getByRole('gridcell', { name: /^Ac1/ }))
  expect(screen.getByText('Ac1, white king')).toBeVisible()
  await userEvent.hover(screen.getByRole('gridcell', { name: /^Cc3/ }))
  expect(screen.getByText('Cc3')).toBeVisible()
})

test('selecting a piece that cannot move shows why, by pointer and keyboard', async () => {
  render(<Game kind="chess" />)
  const cell = (name: string) => screen.getByRole('gridcell', { name: new RegExp(`^${name}`) })
  await userEvent.click(cell('e2'))
  expect(screen.queryByText(/can’t move/)).toBeNull()
  act(() => cell('a1').focus())
  await userEvent.keyboard('{Enter}')
  expect(cell('a1')).toHaveAccessibleName(/selected/)
  expect(await screen.findByText('The rook on a1 can’t move: it’s blocked.')).toHaveAttribute(
    'role',
    'status',
  )
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByText(/can’t move/)).toBeNull()
})
