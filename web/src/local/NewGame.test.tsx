import { render, screen } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import NewGame from './NewGame'
import type { Kind } from '../raum'
import { currentSettings, changeSettings } from '../settings'
import { beginningOf } from '../table/entries'
import { HotSeat } from '../table/hot-seat'
import { play } from '../table/table'

beforeEach(() => {
  localStorage.clear()
  changeSettings({ clock: null })
})

function opened(kind: Kind, move?: string) {
  const table = HotSeat.at(kind)
  if (move) play(table, move)
  const onClose = vi.fn()
  const { unmount } = render(<NewGame table={table} onClose={onClose} />)
  return { table, onClose, unmount }
}

const begin = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Start New Game' }))
}
const choose = async (name: string) => {
  await userEvent.click(screen.getByRole('radio', { name }))
}
const fill = async (name: RegExp, text: string) => {
  const field = screen.getByRole('textbox', { name })
  await userEvent.clear(field)
  if (text) await userEvent.type(field, text)
}
const left = (table: HotSeat) => table.snapshot().view.clocks?.leftMillis[0]

test('starts without a clock from the standard position', async () => {
  const { table, onClose } = opened('chess', 'e2e4')
  await begin()
  expect(table.snapshot().view).toMatchObject({ moves: [], clocks: null, phase: 'playing' })
  expect(onClose).toHaveBeenCalledOnce()
})

test.each([
  ['3+2', 180_000, 2000],
  ['5+0', 300_000, 0],
  ['10+5', 600_000, 5000],
  ['15+10', 900_000, 10_000],
])('starts with the clock %s, and saves it', async (name, initialMillis, incrementMillis) => {
  const { table, unmount } = opened('chess')
  await choose(name)
  await begin()
  expect(beginningOf(table.journal()).clock).toEqual({ initialMillis, incrementMillis })
  unmount()
  opened('chess')
  expect(screen.getByRole('radio', { name })).toBeChecked()
})

test('starts with a custom clock, and saves it in the settings', async () => {
  const { table, unmount } = opened('space')
  await choose('Custom')
  await fill(/^Minutes/, '7.5')
  await fill(/^Seconds/, '3')
  await begin()
  expect(left(table)).toBe(450_000)
  unmount()
  opened('space')
  expect(screen.getByRole('radio', { name: 'Custom' })).toBeChecked()
  expect(screen.getByRole('textbox', { name: /^Minutes/ })).toHaveValue('7.5')
})

test.each([
  ['0', '5'],
  ['', '5'],
  ['181', '5'],
  ['1.3', '5'],
  ['-1', '5'],
  ['ten', '5'],
  ['10', ''],
  ['10', '61'],
  ['10', '1.5'],
])(
  'rejects a clock of %j minutes and %j seconds, and changes nothing',
  async (minutes, seconds) => {
    const { table, onClose } = opened('chess', 'e2e4')
    const before = table.journal()
    await choose('Custom')
    await fill(/^Minutes/, minutes)
    await fill(/^Seconds/, seconds)
    await begin()
    expect(screen.getByRole('alert')).toHaveTextContent('0.5 to 180 minutes')
    expect(table.journal()).toBe(before)
    expect(onClose).not.toHaveBeenCalled()
    expect(currentSettings().clock).toBeNull()
  },
)

test.each<[Kind, string]>([
  ['chess', '8/P6k/8/8/8/8/8/K7 w - - 0 1'],
  ['space', '5/5/5/5/K4|5/5/5/5/5|5/5/5/5/5|2P2/5/5/5/5|5/5/5/5/4k w 0 1'],
  ['tictactoe', 'XO....... X'],
])('starts %s from a position', async (kind, position) => {
  const { table } = opened(kind)
  await fill(/^Start position/, ` ${position} `)
  await begin()
  expect(table.snapshot().view.position.text).toBe(position)
})

test('shows why the position is invalid, and changes nothing', async () => {
  const { table, onClose } = opened('chess', 'e2e4')
  const before = table.journal()
  await choose('5+0')
  await fill(/^Start position/, '8/8/8 w - - 0 1')
  await begin()
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Can’t start from this position: Expected 8 ranks, found 3.',
  )
  expect(table.journal()).toBe(before)
  expect(onClose).not.toHaveBeenCalled()
  expect(currentSettings().clock).toBeNull()
})

test('warns about the running game, which can be restored', async () => {
  const { table, unmount } = opened('chess')
  expect(screen.getByRole('dialog')).not.toHaveTextContent('under way')
  unmount()
  play(table, 'e2e4')
  render(<NewGame table={table} onClose={vi.fn()} />)
  expect(screen.getByRole('dialog')).toHaveTextContent(
    'Your game isn’t over. It’s saved, and you can restore it later.',
  )
  await begin()
  table.restorePrevious()
  expect(table.snapshot().view.moves).toHaveLength(1)
})
