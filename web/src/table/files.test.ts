import { readFileSync } from 'node:fs'

import { beforeEach, describe, expect, test } from 'vitest'

import type { Kind, LocalTableOptions } from '../raum'
import { beginningOf } from './entries'
import { FILE_BYTES_MAX, fileName, readTable, tableFile } from './files'
import { HotSeat } from './hot-seat'
import { play } from './table'

beforeEach(() => {
  localStorage.clear()
})

function played(kind: Kind, moves: string, options: LocalTableOptions = {}): HotSeat {
  const table = HotSeat.at(kind)
  table.begin(options)
  for (const move of moves.split(' ').filter(Boolean)) play(table, move)
  return table
}

const CLOCK = { initialMillis: 180_000, incrementMillis: 2000 }
const SPACE = '5/5/5/5/K4|5/5/5/5/5|5/5/5/5/5|2P2/5/5/5/5|5/5/5/5/4k w 0 1'

test('file names have the kind and the date', () => {
  expect(fileName('space', 'json', new Date(2026, 10, 5))).toBe('raum-space-2026-11-05.json')
})

describe('a JSON file', () => {
  test.each<[Kind, string]>([
    ['chess', 'e2e4 e7e5 g1f3'],
    ['space', 'Aa2Aa3 Ea4Ea3'],
    ['tictactoe', '0 4'],
  ])('restores the whole table: %s', (kind, moves) => {
    const table = played(kind, moves, { clock: CLOCK })
    table.ask({ type: 'undo', ply: 1 })
    const again = readTable(tableFile(table), kind)
    // A clock that was running continues: the entry that resumes it is the only new one.
    expect(again.save()).toContain(table.journal().trim())
    expect(again.view()).toMatchObject({ kind, redo: table.snapshot().view.redo })
  })

  test('has the game for programs that read no journals', () => {
    const table = played('chess', 'e2e4 d7d5 e4d5', { clock: CLOCK })
    const { kind, game } = JSON.parse(tableFile(table)) as { kind: Kind; game: unknown }
    const { position, clocks } = table.snapshot().view
    expect(kind).toBe('chess')
    expect(game).toMatchObject({
      position: position.text,
      pieces: position.pieces,
      activeColor: 'black',
      rights: { castling: 'KQkq', enPassant: null, halfMoveClock: 0, fullMoveNumber: 2 },
      clocks,
      history: [
        { text: 'e2e4', notation: 'e4' },
        { text: 'd7d5', notation: 'd5' },
        { text: 'e4d5', notation: 'exd5' },
      ],
      ending: null,
    })
    const { board } = game as { board: (string | null)[][] }
    expect(board).toHaveLength(8)
    expect(board[0]?.[4]).toBe('white king')
    expect(board[4]?.[3]).toBe('white pawn')
    expect(board[3]).toEqual(Array(8).fill(null))
  })

  test('has the levels of space chess, and its numbers', () => {
    const { game } = JSON.parse(tableFile(played('space', 'Dc5Ec5Q', { position: SPACE }))) as {
      game: { board: (string | null)[][][]; rights: object }
    }
    expect(game.board.map((level) => level.map((rank) => rank.length))).toEqual(
      Array(5).fill(Array(5).fill(5)),
    )
    expect(game.board[4]?.[4]?.[2]).toBe('white queen')
    expect(game.rights).toEqual({
      castling: null,
      enPassant: null,
      halfMoveClock: 0,
      fullMoveNumber: 1,
    })
  })

  test('may say sideToMove, as files of 0.1.0 do', () => {
    const { game, ...file } = JSON.parse(tableFile(played('chess', 'e2e4'))) as { game: object }
    const old = { ...file, game: { ...game, activeColor: undefined, sideToMove: 'black' } }
    expect(readTable(JSON.stringify(old), 'chess').view().moves).toHaveLength(1)
  })

  describe.each<[Kind, number]>([
    ['chess', 4],
    ['space', 19],
    ['tictactoe', 0],
  ])('written by 0.1.0: %s', (kind, redo) => {
    const text = (extension: string) =>
      readFileSync(`src/table/saved-0.1.0/${kind}.${extension}`, 'utf8')
    const { game } = JSON.parse(text('json')) as {
      game: { position: string; history: { text: string; notation: string }[]; ending: object }
    }
    const saved = {
      kind,
      position: { text: game.position },
      moves: game.history.map(({ text, notation }) => ({ text, notation })),
      redo,
    }

    test('is the same game', () => {
      expect(readTable(text('json'), kind).view()).toMatchObject(saved)
    })

    test('continues from the storage of the browser', () => {
      const stored = JSON.parse(text('storage.json')) as { [key: string]: string }
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
      const table = HotSeat.at(kind)
      expect(table.snapshot().view).toMatchObject(saved)
      if (redo > 0) {
        table.ask({ type: 'redo', ply: game.history.length + redo })
        expect(table.snapshot().view.moves).toHaveLength(game.history.length + redo)
      } else {
        expect(table.snapshot().view.ending).toMatchObject(game.ending)
      }
    })
  })

  test('is loaded from its journal alone', () => {
    const table = played('chess', 'e2e4')
    const file = JSON.parse(tableFile(table)) as object
    const again = readTable(JSON.stringify({ ...file, game: 'nonsense' }), 'chess')
    expect(again.view().moves).toHaveLength(1)
  })
})

test('rights are written as in FEN', () => {
  const position = 'r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6 0 12'
  const { game } = JSON.parse(tableFile(played('chess', '', { position }))) as {
    game: { rights: object }
  }
  expect(game.rights).toEqual({
    castling: 'Kq',
    enPassant: 'd6',
    halfMoveClock: 0,
    fullMoveNumber: 12,
  })
})

describe('a text to load', () => {
  test.each<[string, Kind, string, Kind, number]>([
    ['a PGN', 'chess', '[Event "x"]\n\n1. e4 e5 *', 'chess', 2],
    ['moves alone', 'chess', 'e4 e5 Nf3', 'chess', 3],
    ['a PGN with a comment first', 'chess', '{Well played.} 1. e4 *', 'chess', 1],
    ['a PGN of another kind', 'chess', '[Variant "Tic-tac-toe"]\n\n1. 4 *', 'tictactoe', 1],
    ['a FEN', 'chess', '8/P6k/8/8/8/8/8/K7 w - - 0 1', 'chess', 0],
    ['a FEN with lines around', 'chess', '\uFEFF\n8/P6k/8/8/8/8/8/K7 w - - 0 1\r\n', 'chess', 0],
    ['a position of space chess', 'space', SPACE, 'space', 0],
    ['a position of another kind', 'chess', SPACE, 'space', 0],
    ['a position of tic-tac-toe', 'tictactoe', 'XO....... X', 'tictactoe', 0],
  ])('is recognised: %s', (_, here, text, kind, moves) => {
    const view = readTable(text, here).view()
    expect(view.kind).toBe(kind)
    expect(view.moves).toHaveLength(moves)
  })

  test.each<[string, string]>([
    ['  \n', 'The file is empty'],
    ['{"raum": 1, "journal": [', 'Invalid JSON'],
    ['{}', 'isn’t a raum game'],
    ['{"journal": []}', 'isn’t a raum game'],
    ['{"raum": 2, "journal": []}', 'newer version'],
    ['{"raum": 1, "journal": []}', 'does not start with the opening of a room'],
    ['{"raum": 1, "journal": [7]}', 'line 1'],
    ['1. e4 e5 2. Ke3', 'line 1: "Ke3" is not a legal move'],
    ['[Event "x"]\n\n1. e4\ne4', 'line 4: "e4" is not a legal move'],
    ['nonsense', '"nonsense" is not a move'],
    ['8/8/8 w - - 0 1', 'expected 8 ranks'],
  ])('is rejected: %s', (text, why) => {
    expect(() => readTable(text, 'chess')).toThrow(why)
  })

  test('is rejected if it is too long', () => {
    const text = `1. e4 {${'a'.repeat(FILE_BYTES_MAX)}} *`
    expect(() => readTable(text, 'chess')).toThrow('larger than 1 MB')
  })
})

test('beginningOf returns the start position and the clock', () => {
  expect(
    beginningOf(played('space', 'Dc5Ec5Q', { position: SPACE, clock: CLOCK }).journal()),
  ).toEqual({ position: SPACE, clock: CLOCK })
  expect(beginningOf(played('tictactoe', '').journal())).toEqual({ position: '......... X' })
})
