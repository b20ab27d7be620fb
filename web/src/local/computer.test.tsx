// A local game against the computer: its dialogs and its seat. The engine is fake.

import { act } from '../act'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { Panel } from './LocalPanel'
import NewLocalGame from './NewLocalGame'
import { restart } from './restart'
import type { Command, Kind } from '../raum'
import type { Situation } from '../engine/engine'
import { changeSettings, currentSettings } from '../settings'
import { HotSeat } from '../table/hot-seat'
import type { NewGameOptions } from '../table/hot-seat'
import { useReview } from '../table/review'
import { play } from '../table/table'

const engine = vi.hoisted(() => ({
  act: vi.fn<(situation: Situation) => Promise<Command[]>>(),
}))
vi.mock('../engine/engine', () => ({ engine }))

beforeEach(() => {
  localStorage.clear()
  history.replaceState(null, '', '/chess')
  changeSettings({ instant: true, levels: {}, clock: null })
  engine.act.mockReset()
  engine.act.mockReturnValue(new Promise(() => undefined))
})

function Beside({ table }: { table: HotSeat }) {
  const review = useReview(table)
  const nothing = () => undefined
  return <Panel table={table} review={review} flipped={false} onFlip={nothing} onAdvice={nothing} />
}

function shown(kind: Kind, options: NewGameOptions = {}) {
  const table = HotSeat.at(kind)
  table.begin(options)
  render(<Beside table={table} />)
  return table
}

const BLACK: NewGameOptions = { computer: { level: 4, side: 'second' } }
const click = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name }))
}
const made = (table: HotSeat) => table.snapshot().view.moves.map(({ text }) => text)
const machines = (table: HotSeat) =>
  table.snapshot().view.seats.map(({ side, machine }) => [side, machine?.level])

test('the computer answers a move, and the status says that it thinks', async () => {
  let answer: (commands: Command[]) => void = () => undefined
  engine.act.mockReturnValue(new Promise((resolve) => (answer = resolve)))
  const table = shown('chess', BLACK)
  act(() => play(table, 'e2e4'))
  expect(screen.getByText('Computer is thinking…')).toBeVisible()
  await waitFor(() => expect(engine.act).toHaveBeenCalledOnce())
  answer([{ type: 'play', move: 'e7e5', ply: 1 }])
  await waitFor(() => expect(made(table)).toEqual(['e2e4', 'e7e5']))
  expect(screen.getByText('White to move')).toBeVisible()
  await click('Undo')
  expect(made(table)).toEqual([])
  await click('Redo')
  expect(made(table)).toEqual(['e2e4', 'e7e5'])
})

test('an engine that does not load leaves two ways on', async () => {
  engine.act.mockRejectedValueOnce(new Error('offline'))
  const table = shown('chess', BLACK)
  act(() => play(table, 'e2e4'))
  expect(await screen.findByText(/^The computer can’t play/)).toBeVisible()
  await click('Try again')
  await waitFor(() => expect(engine.act).toHaveBeenCalledTimes(2))
  expect(screen.queryByText(/can’t play/)).toBeNull()
  engine.act.mockRejectedValueOnce(new Error('offline'))
  act(() => table.ask({ type: 'undo', ply: 0 }))
  act(() => play(table, 'd2d4'))
  await click('Take over')
  act(() => play(table, 'd7d5'))
  expect(made(table)).toEqual(['d2d4', 'd7d5'])
})

test('hot-seat becomes a game against the computer and back, in mid-game', async () => {
  const table = shown('chess')
  act(() => play(table, 'e2e4'))
  await click('Computer')
  fireEvent.input(await screen.findByRole('slider', { name: 'Level' }), { target: { value: '5' } })
  await click('Let the computer play for Black')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(machines(table)).toEqual([
    ['white', undefined],
    ['black', 5],
  ])
  await waitFor(() => expect(engine.act).toHaveBeenCalledOnce())
  expect(engine.act.mock.calls[0]?.[0]).toMatchObject({ level: 5, moves: ['e2e4'] })
  expect(currentSettings().levels.chess).toBe(5)

  await click('Computer')
  fireEvent.input(screen.getByRole('slider'), { target: { value: '7' } })
  expect(machines(table)[1]).toEqual(['black', 7])
  await click('Take over')
  expect(machines(table)).toEqual([
    ['white', undefined],
    ['black', undefined],
  ])
  expect(made(table)).toEqual(['e2e4'])
})

test('the computer can play the other side instead', async () => {
  const table = shown('chess', BLACK)
  await click('Computer')
  await click('Let the computer play for White')
  expect(machines(table)).toEqual([
    ['white', 4],
    ['black', undefined],
  ])
})

test('a friend can be invited instead, on the other side', async () => {
  shown('chess', BLACK)
  await click('Computer')
  await click('Invite a friend instead')
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Game' }))
  expect(dialog.getByRole('radio', { name: 'White' })).toBeChecked()
  expect(dialog.queryByRole('group', { name: 'Opponent' })).toBeNull()
})

test('the computer answers a draw offer', async () => {
  const table = shown('chess', BLACK)
  act(() => play(table, 'e2e4'))
  await waitFor(() => expect(engine.act).toHaveBeenCalledOnce())
  act(() => table.ask({ type: 'undo', ply: 0 }))
  engine.act.mockResolvedValueOnce([{ type: 'decline-draw' }])
  await click('Draw')
  const question = within(await screen.findByRole('dialog', { name: 'Offer a draw?' }))
  await userEvent.click(question.getByRole('button', { name: 'Offer draw' }))
  const offers = within(await screen.findByRole('region', { name: 'Offers' }))
  expect(await offers.findByText('Your draw offer was declined.')).toBeVisible()
})

test('the computer’s own offer can be accepted', async () => {
  engine.act.mockResolvedValueOnce([{ type: 'play', move: 'e7e5', ply: 1 }, { type: 'offer-draw' }])
  const table = shown('chess', BLACK)
  act(() => play(table, 'e2e4'))
  const offers = within(await screen.findByRole('region', { name: 'Offers' }))
  expect(offers.getByText('The computer offered a draw.')).toBeVisible()
  await userEvent.click(offers.getByRole('button', { name: 'Accept' }))
  expect(table.snapshot().view.ending?.reason).toBe('agreement')
})

test('after the end there is a rematch with sides swapped, at another level', async () => {
  const table = shown('chess', BLACK)
  await click('Resign')
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Resign' }),
  )
  const end = within(await screen.findByRole('dialog', { name: 'Resignation — Black wins' }))
  fireEvent.input(end.getByRole('slider'), { target: { value: '1' } })
  await userEvent.click(end.getByRole('button', { name: 'Rematch' }))
  expect(machines(table)).toEqual([
    ['white', 1],
    ['black', undefined],
  ])
  expect(table.snapshot().view).toMatchObject({ game: 2, phase: 'playing', side: 'black' })
})

test('a restart keeps the opponent', () => {
  const table = shown('chess', BLACK)
  act(() => play(table, 'e2e4'))
  act(() => restart(table))
  expect(made(table)).toEqual([])
  expect(machines(table)).toEqual([
    ['white', undefined],
    ['black', 4],
  ])
})

test('from home, a game starts at the saved level and on the chosen side', async () => {
  changeSettings({ levels: { space: 6 } })
  const onClose = vi.fn()
  render(<NewLocalGame kind="space" computer onClose={onClose} />)
  const dialog = within(screen.getByRole('dialog', { name: 'Play the computer' }))
  expect(dialog.getByRole('slider')).toHaveValue('6')
  await userEvent.click(dialog.getByRole('radio', { name: 'Black' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Start New Game' }))
  expect(machines(HotSeat.at('space'))).toEqual([
    ['white', 6],
    ['black', undefined],
  ])
  expect(location.pathname).toBe('/space')
  expect(onClose).toHaveBeenCalledOnce()
})

test('from home, an unfinished game can be continued', async () => {
  play(HotSeat.at('chess'), 'e2e4')
  history.replaceState(null, '', '/')
  render(<NewLocalGame kind="chess" computer onClose={() => undefined} />)
  await click('Continue game')
  expect(location.pathname).toBe('/chess')
  expect(made(HotSeat.at('chess'))).toEqual(['e2e4'])
})
