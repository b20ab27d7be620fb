import { act } from '../act'
import { render, screen, waitFor } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'

import Advice from './Advice'
import type { Asked } from './adviser'
import type { Kind } from '../raum'
import { HotSeat } from '../table/hot-seat'
import { play } from '../table/table'

const engine = vi.hoisted(() => ({ search: vi.fn(), threat: vi.fn() }))
vi.mock('../engine/engine', () => ({ engine }))

beforeEach(() => {
  localStorage.clear()
  engine.search.mockReset()
  engine.threat.mockReset()
})

/** Asks for advice after some moves. */
function ask(kind: Kind, what: Asked['what'], moves = '', position?: string) {
  const table = HotSeat.at(kind)
  table.begin(position ? { position } : {})
  for (const move of moves.split(' ').filter(Boolean)) play(table, move)
  const onAdvice = vi.fn()
  const asked = { what, positionText: table.snapshot().view.position.text }
  const { unmount } = render(<Advice table={table} asked={asked} onAdvice={onAdvice} />)
  return { table, onAdvice, unmount }
}

const text = () => screen.getByRole('status', { name: 'Advice' }).textContent
const report = (...moves: string[]) => ({ depth: 1, longest: 1, nodes: 1, lines: [{ moves }] })

test('a hint is marked on the board and given in words', async () => {
  engine.search.mockResolvedValue(report('g1f3', 'g8f6'))
  const { onAdvice } = ask('chess', 'hint', 'e2e4 e7e5')
  expect(text()).toBe('Looking…')
  await waitFor(() => expect(text()).toBe('Hint: knight from g1 to f3.'))
  expect(onAdvice).toHaveBeenLastCalledWith({
    mark: 'hint',
    positionText: expect.stringContaining(' w ') as string,
    from: { x: 6, y: 0, z: 0 },
    to: { x: 5, y: 2, z: 0 },
  })
  expect(engine.search.mock.calls[0]?.[0]).toMatchObject({
    kind: 'chess',
    moves: ['e2e4', 'e7e5'],
  })
})

test.each<[Kind, string, string, string, string?]>([
  ['chess', 'e2e4 d7d5', 'e4d5', 'Hint: pawn on e4 takes pawn on d5.'],
  ['chess', 'e2e4 a7a6 e4e5 d7d5', 'e5d6', 'Hint: pawn on e5 takes pawn on d6.'],
  ['space', '', 'Ab1Bb3', 'Hint: knight from Ab1 to Bb3.'],
  ['tictactoe', '', '4', 'Hint: row 2, column 2.'],
  [
    'chess',
    '',
    'a7a8q',
    'Hint: pawn from a7 to a8, promotes to queen.',
    '8/P6k/8/8/8/8/8/K7 w - - 0 1',
  ],
])('in %s after %s, %s is: %s', async (kind, moves, best, words, position) => {
  engine.search.mockResolvedValue(report(best))
  ask(kind, 'hint', moves, position)
  await waitFor(() => expect(text()).toBe(words))
})

test('a threat is a move of the other side', async () => {
  engine.threat.mockResolvedValue({ from: { x: 7, y: 4, z: 0 }, to: { x: 5, y: 6, z: 0 } })
  const { onAdvice } = ask('chess', 'threat', 'e2e4 e7e5 d1h5 b8c6 f1c4')
  await waitFor(() => expect(text()).toBe('If it were White’s turn: queen on h5 takes pawn on f7.'))
  expect(onAdvice).toHaveBeenLastCalledWith(expect.objectContaining({ mark: 'threat' }))
})

test('in check there is no threat', async () => {
  engine.threat.mockResolvedValue(null)
  const { onAdvice } = ask('chess', 'threat', 'e2e4 f7f6 d1h5')
  await waitFor(() => expect(text()).toBe('You’re in check: that is the threat.'))
  expect(onAdvice).toHaveBeenLastCalledWith(null)
})

test('a move ends the search and removes the advice', async () => {
  engine.search.mockReturnValue(new Promise(() => undefined))
  const { table, onAdvice } = ask('chess', 'hint')
  await waitFor(() => expect(engine.search).toHaveBeenCalled())
  const { signal } = engine.search.mock.calls[0]?.[2] as { signal: AbortSignal }
  act(() => play(table, 'e2e4'))
  expect(signal.aborted).toBe(true)
  expect(text()).toBe('')
  expect(onAdvice).toHaveBeenLastCalledWith(null)
})

test('the end of the game removes the advice, and so does leaving it', async () => {
  engine.search.mockResolvedValue(report('e2e4'))
  const ended = ask('chess', 'hint')
  await waitFor(() => expect(text()).toBe('Hint: pawn from e2 to e4.'))
  act(() => ended.table.ask({ type: 'resign' }))
  expect(text()).toBe('')
  expect(ended.onAdvice).toHaveBeenLastCalledWith(null)
  ended.unmount()
  const left = ask('chess', 'hint')
  await waitFor(() => expect(text()).toBe('Hint: pawn from e2 to e4.'))
  act(() => void left.unmount())
  expect(left.onAdvice).toHaveBeenLastCalledWith(null)
})

test('an engine that does not load is a sentence', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  engine.search.mockRejectedValue(new Error('offline'))
  ask('chess', 'hint')
  await waitFor(() => expect(text()).toMatch(/^Hints aren’t available/))
  expect(warned).toHaveBeenCalledOnce()
  warned.mockRestore()
})
