// A whole local game on screen: confirming moves, and the keys of the screen.

import { render, screen, within } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { Game } from './Game'
import { changeSettings } from '../settings'
import { HotSeat } from '../table/hot-seat'
import { play } from '../table/table'

beforeEach(() => {
  localStorage.clear()
})

afterEach(() => {
  changeSettings({ confirms: 'auto', looks: {} })
  vi.unstubAllGlobals()
})

const press = async (cell: string) => {
  await userEvent.click(screen.getByRole('gridcell', { name: new RegExp(`^${cell}`) }))
}
const question = () => screen.findByRole('group', { name: 'Confirm move' })
/** The list of moves is loaded after the board. */
const moves = async () =>
  within(await screen.findByRole('region', { name: 'Moves' }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('a move that has to be confirmed', () => {
  beforeEach(() => {
    changeSettings({ confirms: 'always' })
    render(<Game kind="chess" />)
  })

  test('is played after a confirmation', async () => {
    await press('e2')
    await press('e4')
    expect(await question()).toHaveTextContent('Play e4?')
    expect(await moves()).toEqual([])
    await userEvent.click(within(await question()).getByRole('button', { name: 'Play' }))
    expect(await moves()).toEqual(['1.e4'])
    expect(screen.queryByRole('group', { name: 'Confirm move' })).not.toBeInTheDocument()
  })

  test.each(['Cancel', 'Escape'])('is dropped by %s', async (by) => {
    await press('e2')
    await press('e4')
    await question()
    if (by === 'Escape') await userEvent.keyboard('{Escape}')
    else await userEvent.click(within(await question()).getByRole('button', { name: by }))
    expect(screen.queryByRole('group', { name: 'Confirm move' })).not.toBeInTheDocument()
    expect(await moves()).toEqual([])
    // Another move can be chosen.
    await press('d2')
    await press('d4')
    expect(await question()).toHaveTextContent('Play d4?')
  })
})

test.each([
  ['auto', 'space', true, true],
  ['auto', 'space', false, false],
  ['auto', 'chess', true, false],
  ['never', 'space', true, false],
] as const)(
  'with the setting %s, a move of %s by touch (%s) is confirmed: %s',
  async (confirms, kind, isTouch, isConfirmed) => {
    vi.stubGlobal('matchMedia', (media: string) =>
      Object.assign(new EventTarget(), { media, matches: isTouch && media.includes('coarse') }),
    )
    changeSettings({ confirms, looks: { space: 'flat' } })
    render(<Game kind={kind} />)
    const [from, to] = kind === 'space' ? ['Aa2', 'Aa3'] : ['a2', 'a3']
    await press(from)
    await press(to)
    if (isConfirmed) await question()
    else expect(await moves()).toHaveLength(1)
  },
)

describe('keys', () => {
  beforeEach(async () => {
    const table = HotSeat.at('chess')
    for (const move of ['e2e4', 'e7e5', 'g1f3']) play(table, move)
    render(<Game kind="chess" />)
    // Loaded after the board.
    await screen.findByRole('group', { name: 'Controls' })
    await vi.dynamicImportSettled()
    document.body.focus()
  })

  const status = () => screen.getByRole('region', { name: 'Game' }).querySelector('.status-line')
  const type = (keys: string) => userEvent.keyboard(keys)

  test('step through the game', async () => {
    await type(',')
    expect(status()).toHaveTextContent('Reviewing move 1')
    await type('{Home}')
    expect(status()).toHaveTextContent('Reviewing the start')
    // There is nothing before the start.
    await type(',')
    expect(status()).toHaveTextContent('Reviewing the start')
    await type('{ArrowRight}')
    expect(status()).toHaveTextContent('Reviewing move 1')
    await type('.')
    await type('{End}')
    expect(status()).toHaveTextContent('Black to move')
  })

  test('leave arrows to the grid', async () => {
    screen.getByRole('gridcell', { name: /^e4/ }).focus()
    await type('{ArrowLeft}')
    expect(status()).toHaveTextContent('Black to move')
    await type(',')
    expect(status()).toHaveTextContent('Reviewing move')
  })

  test('flip the board, and show nothing else', async () => {
    const first = () => screen.getAllByRole('gridcell')[0]
    expect(first()).toHaveAccessibleName(/^a8/)
    await type('x')
    expect(first()).toHaveAccessibleName(/^h1/)
    await type('z')
    expect(document.documentElement).toHaveAttribute('data-zen')
    await type('{Escape}')
    expect(document.documentElement).not.toHaveAttribute('data-zen')
  })

  test('show the list of keys, which takes keys until it is closed', async () => {
    await type('?')
    expect(await screen.findByRole('dialog', { name: 'Keys' })).toHaveTextContent('Flip the board')
    await type(',')
    expect(status()).toHaveTextContent('Black to move')
  })

  test('belong to a text field while it is focused', async () => {
    await userEvent.click(screen.getByRole('button', { name: 'More actions' }))
    screen.getByRole('textbox', { name: /^Type a move/ }).focus()
    await type('x,')
    expect(status()).toHaveTextContent('Black to move')
    expect(screen.getAllByRole('gridcell')[0]).toHaveAccessibleName(/^a8/)
  })
})
