// The rules in WebAssembly, as the page uses them. crates/rules tests that they are right.

import { describe, expect, test } from 'vitest'

import { GameRecord, kinds, perft } from '.'
import type { Kind, Position } from '.'

/** A record after some moves, given by their notation. */
function played(kind: Kind, notations: string, position?: string): GameRecord {
  const record = GameRecord.start(kind, position)
  for (const notation of notations.split(' ')) record.play(record.read(notation))
  return record
}

/** Pseudorandom numbers below `choices`, the same for a seed on every machine. */
function dice(seed: number): (choices: number) => number {
  let state = seed
  return (choices) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * choices)
  }
}

/** Plays a random game that never misses a mate, and checks every position on the way. */
function playByChance(kind: Kind, seed: number): Position {
  const roll = dice(seed)
  const record = GameRecord.start(kind)
  let position = record.position()
  for (let ply = 0; !position.outcome && ply < 600; ply += 1) {
    const { legal } = position
    const mate = legal.find(({ notation }) => notation.endsWith('#'))
    const move = mate ?? legal[roll(legal.length)]
    if (!move) throw new Error('no legal move, and yet no outcome')
    expect(record.read(move.notation)).toBe(move.text)
    record.play(move.text)
    position = record.position()
    expect(GameRecord.start(kind, position.text).position().pieces).toEqual(position.pieces)
  }
  const moves = record.moves()
  expect(played(kind, moves.map(({ notation }) => notation).join(' ')).position()).toEqual(position)
  expect(GameRecord.import(record.export()).moves()).toEqual(moves)
  return position
}

test('the kinds and their facts', () => {
  const chess = { sides: ['white', 'black'], hasRanks: true, hasClaims: true }
  expect(kinds()).toEqual([
    {
      kind: 'chess',
      title: 'Chess',
      extent: { x: 8, y: 8, z: 1 },
      positionFormat: 'FEN',
      ...chess,
    },
    {
      kind: 'space',
      title: 'Space chess',
      extent: { x: 5, y: 5, z: 5 },
      positionFormat: null,
      ...chess,
    },
    {
      kind: 'tictactoe',
      title: 'Tic-tac-toe',
      extent: { x: 3, y: 3, z: 1 },
      positionFormat: null,
      sides: ['X', 'O'],
      hasRanks: false,
      hasClaims: false,
    },
  ])
})

test('a legal move has the piece that it captures, en passant included', () => {
  const { legal, history } = GameRecord.start(
    'chess',
    '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 12',
  ).position()
  expect(legal.find(({ notation }) => notation === 'exd6')?.captures).toBe('pawn')
  expect(legal.find(({ notation }) => notation === 'e6')?.captures).toBeNull()
  expect(history).toMatchObject({ enPassant: { x: 3, y: 5, z: 0 }, moveNumber: 12 })
  expect(GameRecord.start('tictactoe').position().history).toBeNull()
})

test('perft', () => {
  expect(perft('chess', 3)).toBe(8_902)
  expect(perft('space', 3)).toBe(237_316)
  expect(perft('tictactoe', 9)).toBe(127_872)
  const pinned = '5/5/5/5/k4|5/5/5/5/5|5/5/2K2/5/5|5/5/5/5/5|4Q/5/5/5/5 w 0 1'
  expect(perft('space', 2, pinned)).toBe(271)
})

describe('a full game', () => {
  test('of chess by chance, to checkmate', () => {
    expect(playByChance('chess', 1).outcome).toMatchObject({ result: 'win', reason: 'checkmate' })
  })

  test('of space chess by chance, to checkmate', () => {
    expect(playByChance('space', 1).outcome).toMatchObject({ result: 'win', reason: 'checkmate' })
  })

  test('of tic-tac-toe by chance, to a line', () => {
    expect(playByChance('tictactoe', 1).outcome).toMatchObject({ result: 'win', reason: 'line' })
  })

  test("of chess, to scholar's mate", () => {
    const record = played('chess', 'e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#')
    const { outcome, turn, legal, check } = record.position()
    expect(outcome).toEqual({ result: 'win', reason: 'checkmate', winner: 'white' })
    expect({ turn, legal }).toEqual({ turn: 'black', legal: [] })
    expect(check).toEqual({ x: 4, y: 7, z: 0 })
    expect(record.moves().at(-1)).toEqual({ text: 'h5f7', notation: 'Qxf7#', captures: 'pawn' })
  })

  test("of chess, to Sam Loyd's stalemate", () => {
    const { outcome, check } = played(
      'chess',
      'e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6',
    ).position()
    expect(outcome).toEqual({ result: 'draw', reason: 'stalemate', winner: null })
    expect(check).toBeNull()
  })

  test('of tic-tac-toe, to a line and to a full board', () => {
    expect(played('tictactoe', '0 3 1 4 2').position().outcome).toEqual({
      result: 'win',
      reason: 'line',
      winner: 'X',
    })
    expect(played('tictactoe', '0 1 2 4 3 5 7 6 8').position().outcome).toEqual({
      result: 'draw',
      reason: 'full-board',
      winner: null,
    })
  })

  test('of space chess, from the last move to checkmate', () => {
    const { outcome, check } = played(
      'space',
      'QDd4#',
      '5/5/5/5/5|5/5/5/5/5|5/5/2K2/5/5|5/5/5/5/Q4|4k/5/5/5/5 w 0 1',
    ).position()
    expect(outcome).toEqual({ result: 'win', reason: 'checkmate', winner: 'white' })
    expect(check).toEqual({ x: 4, y: 4, z: 4 })
  })
})

describe.each<[Kind, string]>([
  ['chess', 'Nf3 Nf6 Ng1 Ng8'],
  ['space', 'NCa1 NCa5 NAb1 NEb5'],
])('repetition in %s', (kind, cycle) => {
  const cycles = (count: number) => Array.from({ length: count }, () => cycle).join(' ')

  test('can be claimed the third time', () => {
    expect(played(kind, cycles(1)).position().claims).toEqual([])
    expect(played(kind, cycles(2)).position().claims).toEqual(['threefold-repetition'])
  })

  test('ends the game the fifth time', () => {
    const { outcome, claims } = played(kind, cycles(4)).position()
    expect(outcome).toEqual({ result: 'draw', reason: 'fivefold-repetition', winner: null })
    expect(claims).toEqual([])
  })
})

test('fifty moves can be claimed', () => {
  const { claims } = GameRecord.start('chess', '4k3/8/8/8/8/8/4P3/4K3 w - - 100 80').position()
  expect(claims).toEqual(['fifty-moves'])
})

test('check has the cell of the king', () => {
  expect(GameRecord.start('chess', '4k3/8/8/8/8/8/8/4RK2 b - - 0 1').position().check).toEqual({
    x: 4,
    y: 7,
    z: 0,
  })
  expect(GameRecord.start('chess').position().check).toBeNull()
})

test.each<[Kind, string, string, string[]]>([
  ['chess', '8/P6k/8/8/8/8/8/K7 w - - 0 1', 'a7a8q', ['bishop', 'knight', 'queen', 'rook']],
  [
    'space',
    '5/5/5/5/K4|5/5/5/5/5|5/5/5/5/5|2P2/5/5/5/5|5/5/5/5/4k w 0 1',
    'Dc5Ec5U',
    ['bishop', 'knight', 'queen', 'rook', 'unicorn'],
  ],
])('promotion in %s', (kind, start, text, roles) => {
  const record = GameRecord.start(kind, start)
  const promotions = record.position().legal.flatMap(({ promotion }) => promotion ?? [])
  expect(promotions.sort()).toEqual(roles)
  const move = record.position().legal.find((candidate) => candidate.text === text)
  record.play(text)
  expect(record.position().pieces).toContainEqual({
    cell: move?.to,
    side: 'white',
    role: move?.promotion,
  })
})

describe('an invalid input', () => {
  test('throws the message of the rules and changes nothing', () => {
    const record = played('chess', 'e4 e5')
    const before = { position: record.position(), moves: record.moves() }
    expect(() => {
      record.play('e4e6')
    }).toThrow('the move is not legal in this position')
    expect(() => {
      record.play('banana')
    }).toThrow('"banana" is not a move: expected UCI such as e2e4 or e7e8q')
    expect(() => record.read('Qe8')).toThrow('"Qe8" is not a legal move')
    expect(() => record.export({ Result: '1-0' })).toThrow('the tag Result cannot be set')
    expect({ position: record.position(), moves: record.moves() }).toEqual(before)
  })

  test('throws an Error for invalid start positions, too', () => {
    expect(() => GameRecord.start('chess', 'nonsense')).toThrow(Error)
    expect(() => GameRecord.start('go' as Kind)).toThrow('unknown kind')
    expect(() => GameRecord.import('1. e4 e4')).toThrow('line 1: "e4" is not a legal move')
    expect(() => perft('space', 1, '')).toThrow(Error)
  })
})

test('a game survives export and import as PGN', () => {
  const start = '5/5/5/5/K4|5/5/5/5/5|5/5/5/5/5|2P2/5/5/5/5|5/5/5/5/4k w 0 1'
  const record = played('space', 'Ec5=U KEd1', start)
  const pgn = record.export({ White: 'Ann "A"', Event: 'Test' })
  expect(pgn).toContain('[Event "Test"]')
  expect(pgn).toContain('[White "Ann \\"A\\""]')
  expect(pgn).toContain('[Variant "Space chess"]')
  expect(GameRecord.import(pgn).position()).toEqual(record.position())
})

test('a record says which cells a side attacks', () => {
  const alone = GameRecord.start('chess', '7k/8/8/8/8/8/1P6/K7 w - - 0 1')
  const names = alone.attacked('white').map(({ x, y }) => `${'abcdefgh'.charAt(x)}${y + 1}`)
  // The pawn on b2 is defended by its king.
  expect(names.sort()).toEqual(['a2', 'a3', 'b1', 'b2', 'c3'])
  const unicorn = GameRecord.start(
    'space',
    '5/5/5/5/K4|5/5/5/5/5|5/5/2u2/5/5|5/5/5/5/5|4k/5/5/5/5 w 0 1',
  )
  const attacked = unicorn.attacked('black')
  expect(attacked).toContainEqual({ x: 1, y: 1, z: 1 })
  expect(attacked).not.toContainEqual({ x: 2, y: 2, z: 1 })
  // Its own king blocks one of the eight lines, but is attacked, too: it is defended.
  expect(attacked).toContainEqual({ x: 4, y: 4, z: 4 })
})
