// A table on one device, as the page uses it. crates/room tests the laws of rooms.

import { describe, expect, test } from 'vitest'

import { LocalTable } from '.'
import type { Command, Kind, LocalTableOptions } from '.'

/** A table whose time starts at 1000 and advances only on request. */
class Played {
  now = 1000
  table: LocalTable

  constructor(kind: Kind, options: LocalTableOptions = {}) {
    this.table = LocalTable.open(kind, options, this.now)
  }

  view() {
    return this.table.view(this.now)
  }

  /** Executes a command that must succeed. */
  ask(...commands: Command[]) {
    for (const command of commands) {
      this.table.ask(command, this.now)
      expect(this.view().refused).toBeNull()
    }
  }

  /** Executes a command that must be refused, and returns the code. Nothing else may change. */
  refusal(command: Command) {
    const before = this.view()
    this.table.ask(command, this.now)
    const after = this.view()
    expect(after).toEqual({ ...before, refused: after.refused })
    return after.refused?.code
  }

  /** Plays moves, each some milliseconds after the previous one. */
  play(texts: string, eachMillis = 0) {
    for (const text of texts.split(' ')) {
      this.now += eachMillis
      this.ask({ type: 'play', move: text, ply: this.view().moves.length })
    }
  }
}

const texts = (played: Played) => played.view().moves.map(({ text }) => text)

test('a new table has a running game, and the member holds both seats', () => {
  const view = new Played('chess', { name: 'Ann' }).view()
  expect(view).toMatchObject({ kind: 'chess', phase: 'playing', game: 1, side: 'white' })
  expect(view.seats).toEqual([
    { side: 'white', name: 'Ann', mine: true, awaySince: null, leftAt: null },
    { side: 'black', name: 'Ann', mine: true, awaySince: null, leftAt: null },
  ])
  expect(view.position.legal).toHaveLength(20)
  expect(view.may).toEqual({
    takeSeat: false,
    rename: true,
    play: true,
    resign: true,
    abort: true,
    offerDraw: true,
    acceptDraw: false,
    declineDraw: false,
    claimDraw: false,
    claimAbsence: false,
    askTakeback: false,
    acceptTakeback: false,
    declineTakeback: false,
    askRematch: false,
    undo: false,
    redo: false,
    say: false,
    seatMachine: true,
    takeOver: false,
    setLevel: false,
    leave: true,
  })
})

test('moves alternate the side, and the view has the last move', () => {
  const played = new Played('chess')
  played.play('e2e4')
  const { side, position, moves } = played.view()
  expect({ side, turn: position.turn }).toEqual({ side: 'black', turn: 'black' })
  expect(position.lastMove).toEqual({ from: { x: 4, y: 1, z: 0 }, to: { x: 4, y: 3, z: 0 } })
  expect(moves).toEqual([{ text: 'e2e4', notation: 'e4', captures: null }])
  expect(played.refusal({ type: 'play', move: 'e7e5', ply: 0 })).toBe('stale-ply')
  expect(played.refusal({ type: 'play', move: 'e7e4', ply: 1 })).toBe('illegal-move')
})

test('undo and redo follow the line until another move is played', () => {
  const played = new Played('space')
  played.play('Aa2Aa3 Ea4Ea3 Ab2Ab3')
  played.ask({ type: 'undo', ply: 1 })
  expect(texts(played)).toEqual(['Aa2Aa3'])
  expect(played.view()).toMatchObject({ redo: 2, side: 'black', may: { undo: true, redo: true } })
  played.ask({ type: 'redo', ply: 3 })
  expect(texts(played)).toEqual(['Aa2Aa3', 'Ea4Ea3', 'Ab2Ab3'])
  expect(played.refusal({ type: 'redo', ply: 4 })).toBe('nothing-to-redo')
  played.ask({ type: 'undo', ply: 0 })
  expect(played.view()).toMatchObject({
    redo: 3,
    position: { lastMove: null },
    may: { undo: false },
  })
  played.play('Ab2Ab3')
  expect(played.view()).toMatchObject({ redo: 0, may: { redo: false } })
})

test('every position of the game can be read', () => {
  const played = new Played('chess')
  played.play('e2e4 e7e5 g1f3')
  const { table } = played
  expect(table.position(0)).toMatchObject({ turn: 'white', lastMove: null, legal: [] })
  expect(table.position(1)).toMatchObject({ turn: 'black', lastMove: { to: { x: 4, y: 3 } } })
  expect(table.position(3)).toEqual({ ...played.view().position, legal: [] })
  expect(table.position(4)).toBeUndefined()
})

test('a game is exported as PGN with its result, and imported with its moves', () => {
  const played = new Played('chess', { position: '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' })
  played.play('e2e4 e8d7')
  played.ask({ type: 'resign' })
  const pgn = played.table.pgn('2026.11.15') ?? ''
  expect(pgn).toContain('[Date "2026.11.15"]')
  expect(pgn).toMatch(/1\. e4 Kd7 0-1\n$/)
  const again = LocalTable.import(pgn)
  expect(again.view()).toMatchObject({
    phase: 'playing',
    moves: played.view().moves,
    position: { text: played.view().position.text },
  })
  again.ask({ type: 'undo', ply: 0 })
  expect(again.view().position.text).toBe('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1')
  expect(() => LocalTable.import('1. e4 e5 2. Ke3')).toThrow()
})

test('undo reopens a game that the position ended', () => {
  const played = new Played('chess')
  played.play('f2f3 e7e5 g2g4 d8h4')
  expect(played.view()).toMatchObject({
    phase: 'over',
    ending: { winner: 'black', reason: 'checkmate' },
    may: { play: false, undo: true, askRematch: true },
  })
  played.ask({ type: 'undo', ply: 3 })
  expect(played.view()).toMatchObject({ phase: 'playing', ending: null })
  played.ask({ type: 'redo', ply: 4 })
  expect(played.view().ending?.reason).toBe('checkmate')
})

describe('a machine', () => {
  const answer = (played: Played, commands: Command[]) => {
    const thought = played.table.thought(played.now)
    return thought !== undefined && played.table.askMachine(thought.key, commands, played.now)
  }

  test('takes a side, thinks in its turn and gives the side back', () => {
    const played = new Played('chess')
    expect(played.table.thought()).toBeUndefined()
    played.ask({ type: 'seat-machine', level: 3, side: 'second', instant: true })
    expect(played.view().seats).toMatchObject([
      { side: 'white', mine: true },
      { side: 'black', name: 'Computer', mine: false, machine: { level: 3, instant: true } },
    ])
    expect(played.view().seats[0]).not.toHaveProperty('machine')
    expect(played.table.thought()).toBeUndefined()
    played.play('e2e4')
    expect(played.view()).toMatchObject({ side: 'white', may: { play: false, undo: true } })
    expect(played.table.thought(played.now)).toMatchObject({
      kind: 'chess',
      side: 'black',
      level: 3,
      game: 1,
      start: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
      moves: ['e2e4'],
      drawOffered: false,
      lastOffer: null,
      leftMillis: null,
      incrementMillis: null,
      notBefore: 1000,
    })
    expect(answer(played, [{ type: 'play', move: 'e7e5', ply: 1 }])).toBe(true)
    expect(texts(played)).toEqual(['e2e4', 'e7e5'])
    played.ask({ type: 'set-level', level: 4 }, { type: 'take-over' })
    expect(played.view().seats.every(({ mine }) => mine)).toBe(true)
    expect(played.refusal({ type: 'take-over' })).toBe('no-machine')
    expect(played.refusal({ type: 'seat-machine', level: 9 })).toBe('bad-level')
  })

  test('does nothing with an answer to another situation, nor after a refused command', () => {
    const played = new Played('tictactoe')
    played.ask({ type: 'seat-machine', level: 1, side: 'second' })
    played.play('4')
    const early = played.table.thought(played.now)
    const natural = (early?.notBefore ?? 0) - played.now
    expect(natural).toBeGreaterThanOrEqual(400)
    expect(natural).toBeLessThanOrEqual(1500)
    played.ask({ type: 'undo', ply: 0 })
    played.play('0')
    const commands: Command[] = [{ type: 'play', move: '8', ply: 1 }]
    expect(played.table.askMachine(early?.key ?? 0, commands, played.now)).toBe(false)
    expect(answer(played, [{ type: 'play', move: '0', ply: 1 }, { type: 'offer-draw' }])).toBe(
      false,
    )
    expect(answer(played, [{ type: 'leave' }])).toBe(false)
    expect(played.view()).toMatchObject({ drawOffer: null, moves: [{ text: '0' }] })
    expect(answer(played, [{ type: 'offer-draw' }, ...commands])).toBe(true)
    expect(played.view()).toMatchObject({ drawOffer: 'O', may: { acceptDraw: true } })
    expect(() => played.table.askMachine(0, [{ type: 'fly' } as never])).toThrow()
  })

  test('offers a draw after its move', () => {
    const played = new Played('chess')
    played.ask({ type: 'seat-machine', level: 8, side: 'second' })
    played.play('e2e4')
    const commands: Command[] = [{ type: 'play', move: 'e7e5', ply: 1 }, { type: 'offer-draw' }]
    expect(answer(played, commands)).toBe(true)
    expect(played.view()).toMatchObject({ drawOffer: 'black', may: { acceptDraw: true } })
    expect(texts(played)).toEqual(['e2e4', 'e7e5'])
  })

  test('is there again after a reload, and undo takes back both moves', () => {
    const played = new Played('chess')
    played.ask({ type: 'seat-machine', level: 8, side: 'first' })
    expect(played.view()).toMatchObject({ undoTo: null, redoTo: null, side: 'black' })
    answer(played, [{ type: 'play', move: 'e2e4', ply: 0 }])
    expect(played.view()).toMatchObject({ undoTo: null, may: { undo: false } })
    played.play('e7e5')
    const again = LocalTable.load(played.table.save(), played.now)
    expect(again.thought(played.now)).toEqual(played.table.thought(played.now))
    answer(played, [{ type: 'play', move: 'g1f3', ply: 2 }])
    played.play('b8c6')
    expect(played.view().undoTo).toBe(3)
    played.ask({ type: 'undo', ply: 1 })
    expect(played.view()).toMatchObject({ undoTo: null, redoTo: 3, may: { undo: false } })
    const levels = played.table.save().replace('"level":8', '"level":9')
    expect(() => LocalTable.load(levels)).toThrow('line 4')
  })
})

describe('the clock', () => {
  const clock = { initialMillis: 10_000, incrementMillis: 1000 }

  test('stands until the first move, then runs for the side to move', () => {
    const played = new Played('chess', { clock })
    played.now += 60_000
    expect(played.view().clocks).toEqual({ leftMillis: [10_000, 10_000], running: null })
    played.play('e2e4 e7e5 g1f3', 3000)
    expect(played.view().clocks).toEqual({ leftMillis: [8000, 8000], running: 'black' })
    played.now += 500
    expect(played.view().clocks).toEqual({ leftMillis: [8000, 7500], running: 'black' })
  })

  test('is set back by undo', () => {
    const played = new Played('chess', { clock })
    played.play('e2e4 e7e5 g1f3', 3000)
    played.ask({ type: 'undo', ply: 1 })
    expect(played.view().clocks).toEqual({ leftMillis: [10_000, 10_000], running: 'black' })
  })

  test('ends the game when the flag falls, and undo does not change that', () => {
    const played = new Played('chess', { clock })
    played.play('e2e4 e7e5')
    played.now += 9999
    played.table.pass(played.now)
    expect(played.view()).toMatchObject({ phase: 'playing', clocks: { leftMillis: [1, 11_000] } })
    played.now += 1
    expect(played.view()).toMatchObject({ position: { legal: [] }, may: { play: false } })
    played.table.pass(played.now)
    expect(played.view()).toMatchObject({
      phase: 'over',
      ending: { winner: 'black', reason: 'time' },
      clocks: { leftMillis: [0, 11_000], running: null },
    })
    expect(played.refusal({ type: 'undo', ply: 1 })).toBe('cannot-reopen')
  })

  test('runs out before a late command', () => {
    const played = new Played('chess', { clock })
    played.play('e2e4 e7e5')
    played.now += 10_000
    played.table.ask({ type: 'resign' }, played.now)
    expect(played.view()).toMatchObject({
      ending: { reason: 'time' },
      refused: { code: 'game-over' },
    })
  })

  test('does not run while the table is saved', () => {
    const played = new Played('chess', { clock })
    played.play('e2e4 e7e5', 1000)
    const saved = played.table.save()
    const later = played.now + 86_400_000
    const loaded = LocalTable.load(saved, later)
    expect(loaded.view(later + 400).clocks).toEqual({
      leftMillis: [9600, 10_000],
      running: 'white',
    })
  })
})

test('a threefold repetition can be claimed', () => {
  const played = new Played('chess')
  expect(played.refusal({ type: 'claim-draw' })).toBe('nothing-to-claim')
  played.play('g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8')
  expect(played.view()).toMatchObject({
    position: { claims: ['threefold-repetition'] },
    may: { claimDraw: true },
  })
  played.ask({ type: 'claim-draw' })
  expect(played.view()).toMatchObject({
    phase: 'over',
    ending: { winner: null, reason: 'threefold-repetition' },
  })
})

test('a rematch is possible after a resignation', () => {
  const played = new Played('tictactoe')
  played.play('4')
  expect(played.refusal({ type: 'ask-rematch' })).toBe('game-under-way')
  played.ask({ type: 'resign' })
  expect(played.view().ending).toEqual({ winner: 'X', reason: 'resignation' })
  played.ask({ type: 'ask-rematch' })
  expect(played.view()).toMatchObject({ phase: 'playing', game: 2, moves: [], side: 'O' })
})

test('a game can start at any position', () => {
  const position = '8/P6k/8/8/8/8/8/K7 w - - 0 1'
  expect(new Played('chess', { position }).view().position.text).toBe(position)
  expect(() => LocalTable.open('chess', { position: 'nonsense' })).toThrow(Error)
})

describe('a saved table', () => {
  const saved = () => {
    const played = new Played('chess')
    played.play('e2e4 e7e5 g1f3', 10)
    played.ask({ type: 'undo', ply: 2 })
    return played
  }

  test('is the same after loading, and continues', () => {
    const played = saved()
    const loaded = LocalTable.load(played.table.save(), played.now)
    expect(loaded.view(played.now)).toEqual(played.view())
    expect(loaded.save()).toBe(played.table.save())
    loaded.ask({ type: 'redo', ply: 3 }, played.now)
    expect(loaded.view(played.now).moves).toHaveLength(3)
    expect(played.view().moves).toHaveLength(2)
  })

  test.each<[string, (lines: string[]) => string[], string]>([
    ['nothing', () => [], 'the journal does not start with the opening of a room'],
    ['no opening', (lines) => lines.slice(1), 'does not start with the opening of a room'],
    ['no JSON', (lines) => lines.with(2, '{"seq":3,'), 'line 3: the JSON is not valid at byte 9'],
    ['no entry', (lines) => lines.with(2, '{"seq":3}'), 'line 3: the JSON is not an entry'],
    ['a gap', (lines) => lines.toSpliced(3, 1), 'line 4: the entry does not follow'],
    [
      'an illegal move',
      (lines) => lines.with(4, lines[4]?.replace('e7e5', 'e7e4') ?? ''),
      'line 5: the entry does not follow',
    ],
    [
      'time that runs back',
      (lines) => lines.with(4, lines[4]?.replace('"at":1020', '"at":900') ?? ''),
      'line 5: the entry does not follow',
    ],
    [
      'a later format',
      (lines) => lines.with(0, lines[0]?.replace('"format":1', '"format":99') ?? ''),
      'line 1: a newer version of raum wrote it',
    ],
    [
      'a room for two',
      (lines) => lines.with(0, lines[0]?.replace('"solo":true', '"solo":false') ?? ''),
      'not from a table on one device',
    ],
    [
      'a game for two',
      (lines) => lines.with(2, lines[2]?.replace('"solo":true', '"solo":false') ?? ''),
      'not from a table on one device',
    ],
    [
      'another first number',
      (lines) => lines.with(0, lines[0]?.replace('"seq":1', '"seq":2') ?? ''),
      'line 1: the entry does not follow',
    ],
    ['the start of a game first', (lines) => lines.slice(2), 'does not start with the opening'],
  ])('with %s is rejected', (_, damage, why) => {
    const journal = saved().table.save()
    const damaged = damage(journal.trimEnd().split('\n')).join('\n')
    expect(damaged).not.toBe(journal.trimEnd())
    expect(() => LocalTable.load(damaged, 2000)).toThrow(why)
  })
})

test('an invalid command throws, and changes nothing', () => {
  const played = new Played('chess')
  const before = played.view()
  const command = { type: 'castle' } as unknown as Command
  expect(() => {
    played.table.ask(command)
  }).toThrow('the JSON is not a command')
  expect(played.view()).toEqual(before)
})
