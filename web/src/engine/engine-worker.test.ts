// The worker with the real module, in Node.

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { GameRecord } from '../raum'
import type { Command } from '../raum'
import file from './pkg/raum_engine_wasm_bg.wasm?url&inline'
import type { Answer, Limits, Position, Report, Request, Situation, Threat } from './types'

/** The global scope of the worker. */
const scope = {
  onmessage: undefined as ((event: { data: Request }) => void) | undefined,
  postMessage: (answer: Answer) => answers.push(answer),
}
let answers: Answer[] = []

beforeAll(async () => {
  vi.stubGlobal('self', scope)
  await import('./engine-worker')
  const module = await WebAssembly.compile(await (await fetch(file)).arrayBuffer())
  ask({ ask: 'init', module })
})

afterAll(() => {
  vi.unstubAllGlobals()
})

/** Every answer to a request. */
function ask(request: Request): Answer[] {
  answers = []
  scope.onmessage?.({ data: request })
  return answers
}

/** The result of a request. */
function resultOf(request: Request): unknown {
  const answer = ask(request).at(-1)
  if (answer?.type !== 'result') throw new Error(JSON.stringify(answer))
  return answer.result
}

/** The result of a search. */
function search(position: Position, limits: Limits): Report {
  return resultOf({ ask: 'search', position, limits }) as Report
}

test.each(['chess', 'space', 'tictactoe'] as const)(
  'a search of %s reports each iteration and a legal line',
  (kind) => {
    const answers = ask({ ask: 'search', position: { kind }, limits: { depth: 4 } })
    const reports = answers.flatMap((answer) => (answer.type === 'report' ? answer.report : []))
    expect(reports.map(({ depth }) => depth)).toEqual([1, 2, 3, 4])
    const result = search({ kind }, { depth: 4 })
    const record = GameRecord.start(kind)
    for (const move of result.lines[0]?.moves ?? []) record.play(move)
    expect(record.moves().length).toBeGreaterThan(0)
  },
)

test('a mate is found, from a position text and moves', () => {
  const start = '6k1/p4ppp/8/8/8/8/8/K2R4 b - - 0 1'
  const { lines } = search({ kind: 'chess', start, moves: ['a7a6'] }, { depth: 3 })
  expect(lines).toEqual([{ mate: 1, moves: ['d1d8'] }])
})

test('a position without a legal move has no line', () => {
  const { lines } = search({ kind: 'tictactoe', start: 'XXXOO.... O' }, { depth: 3 })
  expect(lines).toEqual([])
})

test('several lines begin with different moves', () => {
  const { lines } = search({ kind: 'space' }, { depth: 3, lines: 3 })
  expect(new Set(lines.map(({ moves }) => moves[0])).size).toBe(3)
})

test('nodes limit a search', () => {
  const { nodes } = search({ kind: 'chess' }, { nodes: 1000 })
  expect(nodes).toBeGreaterThan(500)
  expect(nodes).toBeLessThanOrEqual(1010)
})

test('a level chooses the same move for the same seed, and others for other seeds', () => {
  const choose = (seed: number) =>
    search({ kind: 'space' }, { level: 1, seed }).lines[0]?.moves[0] ?? ''
  expect(choose(7)).toBe(choose(7))
  const moves = Array.from({ length: 12 }, (_, seed) => choose(seed))
  expect(new Set(moves).size).toBeGreaterThan(2)
})

test.each<[Position, Limits, string]>([
  [{ kind: 'chess', moves: ['e2e4', 'e2e4'] }, { depth: 1 }, 'move 2 (e2e4): '],
  [{ kind: 'space', start: 'nonsense' }, { depth: 1 }, ''],
  [{ kind: 'tictactoe' }, { level: 4, seed: 1 }, 'tictactoe has levels 1 to 3, not 4'],
])('a bad request gets an error: %j', (position, limits, message) => {
  const [answer, ...others] = ask({ ask: 'search', position, limits })
  expect(others).toEqual([])
  expect(answer).toEqual({ type: 'error', message: expect.stringContaining(message) as unknown })
})

const SITUATION: Situation = {
  kind: 'chess',
  start: GameRecord.start('chess').position().text,
  moves: ['e2e4'],
  level: 3,
  seed: 5,
  game: 1,
  isItsTurn: true,
  drawOffered: false,
  lastOffer: null,
}

test('a computer in its turn plays a legal move, the same one each time', () => {
  const act = () => resultOf({ ask: 'act', situation: SITUATION }) as Command[]
  const [command] = act()
  if (command?.type !== 'play') throw new Error(JSON.stringify(command))
  expect(command.ply).toBe(1)
  const record = GameRecord.start('chess')
  record.play('e2e4')
  record.play(command.move)
  expect(act()).toEqual([command])
})

test('a computer answers a draw offer in the other side’s turn', () => {
  const situation = { ...SITUATION, moves: ['e2e4', 'e7e5'], isItsTurn: false, drawOffered: true }
  expect(resultOf({ ask: 'act', situation })).toEqual([{ type: 'decline-draw' }])
})

test.each<[Position, Threat | null]>([
  [
    { kind: 'chess', moves: ['e2e4', 'e7e5', 'd1h5', 'b8c6', 'f1c4'] },
    { from: { x: 7, y: 4, z: 0 }, to: { x: 5, y: 6, z: 0 } },
  ],
  [
    { kind: 'tictactoe', moves: ['0', '4', '1'] },
    { from: null, to: { x: 2, y: 0, z: 0 } },
  ],
  [{ kind: 'chess', moves: ['e2e4', 'f7f6', 'd1h5'] }, null],
])('a threat is found, unless the side to move is in check: %j', (position, threat) => {
  expect(resultOf({ ask: 'threat', position, nodes: 20_000 })).toEqual(threat)
})
