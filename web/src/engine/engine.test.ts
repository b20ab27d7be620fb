import { waitFor } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Engine } from './engine'
import type { Answer, Position, Report, Request } from './types'

/** The workers that were started, in order. */
let workers: FakeWorker[] = []

class FakeWorker {
  onmessage: ((event: { data: Answer }) => void) | undefined
  onerror: ((event: { message: string }) => void) | undefined
  readonly requests: Request[] = []
  isTerminated = false

  constructor() {
    workers.push(this)
  }

  postMessage(request: Request): void {
    this.requests.push(request)
  }

  terminate(): void {
    this.isTerminated = true
  }

  answer(answer: Answer): void {
    this.onmessage?.({ data: answer })
  }

  /** The positions that it was asked to search. */
  get searched(): Position[] {
    return this.requests.flatMap((request) => (request.ask === 'search' ? request.position : []))
  }
}

const EMPTY_MODULE = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])
const fetchFile = vi.fn<() => Promise<Response>>()
const compile = vi.spyOn(WebAssembly, 'compile')

const CHESS: Position = { kind: 'chess', moves: ['e2e4'] }
const SPACE: Position = { kind: 'space' }
const REPORT: Report = {
  depth: 1,
  longest: 2,
  nodes: 20,
  lines: [{ centipawns: 3, moves: ['e7e5'] }],
}

beforeEach(() => {
  workers = []
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('fetch', fetchFile)
  fetchFile.mockImplementation(() => Promise.resolve(new Response(EMPTY_MODULE)))
})

afterEach(() => {
  vi.unstubAllGlobals()
  fetchFile.mockReset()
  compile.mockClear()
})

/** Waits until the last worker has been asked to search these positions, and no others. */
const asked = (...positions: Position[]) =>
  waitFor(() => expect(current().searched).toEqual(positions))

/** The worker that was started last. */
function current(): FakeWorker {
  const worker = workers.at(-1)
  if (!worker) throw new Error('no worker was started')
  return worker
}

test('nothing is loaded before the first search', () => {
  const engine = new Engine()
  expect([fetchFile.mock.calls.length, workers.length]).toEqual([0, 0])
  engine.close()
})

test('a search brings the module, reports, and resolves with the result', async () => {
  const engine = new Engine()
  const report = vi.fn()
  const search = engine.search(CHESS, { nodes: 500 }, { report })
  await asked(CHESS)
  const [init, request] = current().requests
  expect(init).toEqual({ ask: 'init', module: expect.any(WebAssembly.Module) as unknown })
  expect(request).toEqual({ ask: 'search', position: CHESS, limits: { nodes: 500 } })
  current().answer({ type: 'report', report: REPORT })
  expect(report).toHaveBeenCalledWith(REPORT)
  const result = { ...REPORT, depth: 2 }
  current().answer({ type: 'result', result })
  expect(await search).toEqual(result)
})

test('searches run one after the other in one worker', async () => {
  const engine = new Engine()
  const first = engine.search(CHESS, { depth: 1 })
  const second = engine.search(SPACE, { depth: 1 })
  await asked(CHESS)
  current().answer({ type: 'result', result: REPORT })
  await first
  await asked(CHESS, SPACE)
  current().answer({ type: 'result', result: REPORT })
  await second
  expect(workers.length).toBe(1)
})

test('cancelling terminates the worker; the next search reuses the compiled module', async () => {
  const engine = new Engine()
  const abort = new AbortController()
  const cancelled = engine.search(CHESS, {}, { signal: abort.signal })
  await asked(CHESS)
  const next = engine.search(SPACE, { depth: 1 })
  abort.abort(new Error('enough'))
  await expect(cancelled).rejects.toThrow('enough')
  await asked(SPACE)
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false])
  current().answer({ type: 'result', result: REPORT })
  await next
  expect([fetchFile.mock.calls.length, compile.mock.calls.length]).toEqual([1, 1])
})

test('a waiting search is cancelled without ending the one in progress', async () => {
  const engine = new Engine()
  const abort = new AbortController()
  const first = engine.search(CHESS, { depth: 1 })
  const waiting = engine.search(SPACE, {}, { signal: abort.signal })
  await asked(CHESS)
  abort.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  current().answer({ type: 'result', result: REPORT })
  expect(await first).toEqual(REPORT)
  expect([workers.length, current().isTerminated]).toEqual([1, false])
})

test('a search that is cancelled while the module loads never starts', async () => {
  const engine = new Engine()
  const abort = new AbortController()
  const cancelled = engine.search(CHESS, {}, { signal: abort.signal })
  const next = engine.search(SPACE, { depth: 1 })
  abort.abort(new Error('enough'))
  await expect(cancelled).rejects.toThrow('enough')
  await asked(SPACE)
  expect(workers.length).toBe(1)
  current().answer({ type: 'result', result: REPORT })
  await next
})

test('a signal that is aborted already searches nothing', async () => {
  const engine = new Engine()
  const signal = AbortSignal.abort(new Error('too late'))
  await expect(engine.search(CHESS, {}, { signal })).rejects.toThrow('too late')
  expect(fetchFile).not.toHaveBeenCalled()
})

test('an error rejects one search, and the next one gets a new worker', async () => {
  const engine = new Engine()
  const bad = engine.search({ ...CHESS, moves: ['e2e5'] }, { depth: 1 })
  const good = engine.search(CHESS, { depth: 1 })
  await asked({ ...CHESS, moves: ['e2e5'] })
  current().answer({ type: 'error', message: 'move 1 (e2e5): illegal' })
  await expect(bad).rejects.toThrow('move 1 (e2e5): illegal')
  await asked(CHESS)
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false])
  current().answer({ type: 'result', result: REPORT })
  expect(await good).toEqual(REPORT)
})

test('a worker that does not start rejects the search', async () => {
  const engine = new Engine()
  const search = engine.search(CHESS, { depth: 1 })
  await asked(CHESS)
  current().onerror?.({ message: '' })
  await expect(search).rejects.toThrow('the engine did not start')
})

test('a module that could not be loaded is requested again', async () => {
  fetchFile.mockImplementationOnce(() => Promise.resolve(new Response('', { status: 502 })))
  const engine = new Engine()
  await expect(engine.search(CHESS, { depth: 1 })).rejects.toThrow('could not be loaded (502)')
  const search = engine.search(CHESS, { depth: 1 })
  await asked(CHESS)
  current().answer({ type: 'result', result: REPORT })
  expect(await search).toEqual(REPORT)
})

test('closing ends the worker and every search', async () => {
  const engine = new Engine()
  const searches = [engine.search(CHESS, {}), engine.search(SPACE, {})]
  await asked(CHESS)
  engine.close()
  for (const search of searches) await expect(search).rejects.toThrow('the engine is closed')
  expect(current().isTerminated).toBe(true)
})
