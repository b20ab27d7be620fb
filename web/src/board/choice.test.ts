import { act } from '../act'
import { renderHook } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'

import { useChoice } from './choice'
import { GameRecord } from '../raum'
import type { Kind } from '../raum'

/** The choice in a position, and the moves it plays. */
function choosing(kind: Kind, position?: string) {
  const play = vi.fn<(move: string) => void>()
  const record = GameRecord.start(kind, position)
  const { result, rerender } = renderHook(({ shown }) => useChoice(shown, play), {
    initialProps: { shown: record.position() },
  })
  return {
    play,
    record,
    choice: () => result.current,
    show: () => rerender({ shown: record.position() }),
    press: (x: number, y: number, z = 0) => act(() => result.current.press({ x, y, z })),
    cancel: () => act(() => result.current.cancel()),
  }
}

const texts = (moves: { text: string }[]) => moves.map(({ text }) => text).sort()

test('pressing an own piece selects it with its moves; other cells select nothing', () => {
  const { choice, press } = choosing('chess')
  press(4, 6) // a pawn of the other side
  press(4, 4) // nothing
  expect(choice()).toMatchObject({ selected: null, targets: [] })
  press(4, 1)
  expect(choice().selected).toEqual({ x: 4, y: 1, z: 0 })
  expect(texts(choice().targets)).toEqual(['e2e3', 'e2e4'])
})

test('pressing another own piece selects that one', () => {
  const { choice, press, play } = choosing('chess')
  press(4, 1)
  press(6, 0)
  expect(texts(choice().targets)).toEqual(['g1f3', 'g1h3'])
  expect(play).not.toHaveBeenCalled()
})

test('an own piece without moves can be selected', () => {
  const { choice, press, play } = choosing('chess')
  press(4, 1)
  press(0, 0)
  expect(choice()).toMatchObject({ selected: { x: 0, y: 0, z: 0 }, targets: [] })
  press(0, 1)
  expect(texts(choice().targets)).toEqual(['a2a3', 'a2a4'])
  expect(play).not.toHaveBeenCalled()
})

test('without legal moves, nothing can be selected', () => {
  const { choice, press } = choosing('chess', '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1')
  press(7, 7)
  expect(choice().selected).toBeNull()
})

test('pressing elsewhere keeps the selection', () => {
  const { choice, press, play } = choosing('chess')
  press(4, 1)
  for (const [x, y] of [
    [4, 4],
    [4, 6],
    [4, 1],
  ] as const) {
    press(x, y)
    expect(choice().selected).toEqual({ x: 4, y: 1, z: 0 })
  }
  expect(play).not.toHaveBeenCalled()
})

test('cancel clears the selection', () => {
  const { choice, press, cancel } = choosing('chess')
  press(4, 1)
  cancel()
  expect(choice()).toMatchObject({ selected: null, targets: [] })
})

test('pressing a target plays the move', () => {
  const { choice, press, play } = choosing('chess')
  press(4, 1)
  press(4, 3)
  expect(play.mock.calls).toEqual([['e2e4']])
  expect(choice().selected).toBeNull()
})

test('a new position clears the selection', () => {
  const { choice, press, record, show } = choosing('chess')
  press(4, 1)
  record.play('d2d4')
  show()
  expect(choice()).toMatchObject({ selected: null, targets: [] })
})

test('only a piece that can move can be lifted', () => {
  const { choice } = choosing('chess')
  act(() => {
    expect(choice().lift({ x: 0, y: 0, z: 0 })).toBe(false)
    expect(choice().lift({ x: 4, y: 4, z: 0 })).toBe(false)
    expect(choice().lift({ x: 1, y: 0, z: 0 })).toBe(true)
  })
  expect(texts(choice().targets)).toEqual(['b1a3', 'b1c3'])
})

test.each<[Kind, string, [number, number, number], [number, number, number], string[]]>([
  [
    'chess',
    '8/P6k/8/8/8/8/8/K7 w - - 0 1',
    [0, 6, 0],
    [0, 7, 0],
    ['a7a8b', 'a7a8n', 'a7a8q', 'a7a8r'],
  ],
  [
    'space',
    '5/5/5/5/2K2|5/5/5/5/5|5/5/5/5/5|2P2/5/5/5/5|k4/5/5/5/5 w 0 1',
    [2, 4, 3],
    [2, 4, 4],
    ['Dc5Ec5B', 'Dc5Ec5N', 'Dc5Ec5Q', 'Dc5Ec5R', 'Dc5Ec5U'],
  ],
])('a promotion in %s waits for the choice of a role', (kind, position, from, to, promotions) => {
  const { choice, press, play, cancel } = choosing(kind, position)
  press(...from)
  press(...to)
  expect(texts(choice().promotions)).toEqual(promotions)
  expect(play).not.toHaveBeenCalled()
  cancel()
  expect(choice()).toMatchObject({ selected: null, promotions: [] })

  for (const [index, text] of promotions.entries()) {
    press(...from)
    press(...to)
    const move = choice().promotions.find((each) => each.text === text)
    act(() => {
      if (move) choice().promote(move)
    })
    expect(play.mock.calls[index]).toEqual([text])
    expect(choice().promotions).toEqual([])
  }
})

test('pressing an empty cell of tic-tac-toe places a mark', () => {
  const { choice, press, play } = choosing('tictactoe')
  press(2, 0)
  expect(play.mock.calls).toEqual([['2']])
  expect(choice().selected).toBeNull()
})

test('a mark cannot be selected', () => {
  const { choice, press, record, show } = choosing('tictactoe')
  record.play('0')
  record.play('1')
  show()
  press(0, 2)
  expect(choice().selected).toBeNull()
})

test('advice about another position is not shown', () => {
  const position = GameRecord.start('chess').position()
  const advice = { mark: 'hint' as const, from: null, to: { x: 4, y: 3, z: 0 } }
  const shown = (positionText: string) =>
    renderHook(() => useChoice(position, () => undefined, { ...advice, positionText })).result
      .current.advice
  expect(shown(position.text)).toMatchObject(advice)
  expect(shown('another')).toBeNull()
})

test.each([
  ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 7, ['e1g1']],
  ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 0, ['e1c1']],
  // Castling is illegal: the king may not pass an attacked cell. The press selects the rook.
  ['4k3/8/8/5r2/8/8/8/R3K2R w KQ - 0 1', 7, []],
])('a king pressed onto its rook castles: %s, file %i', (position, file, played) => {
  const { choice, press, play } = choosing('chess', position)
  press(4, 0)
  expect(texts(choice().movesTo({ x: file, y: 0, z: 0 }))).toEqual(played)
  press(file, 0)
  expect(play.mock.calls.flat()).toEqual(played)
  expect(choice().selected).toEqual(played.length > 0 ? null : { x: file, y: 0, z: 0 })
})
