// The worker that searches. A search blocks it: the page cancels a search by terminating the worker.

import * as wasm from './pkg/raum_engine_wasm.js'
import type { Answer, Limits, Position, Report, Request } from './types'

/** TypeScript types `self` as a window. */
const worker = self as unknown as {
  onmessage: (event: MessageEvent<Request>) => void
  postMessage: (answer: Answer) => void
}

const reporter = {
  report: (json: string) => worker.postMessage({ type: 'report', report: parse(json) }),
}

/** The engine of the last search without a level: it remembers what it found. */
let last: { kind: string; engine: wasm.Engine } | undefined

worker.onmessage = ({ data: request }) => {
  try {
    if (request.ask === 'init') wasm.initSync({ module: request.module })
    else worker.postMessage({ type: 'result', result: answer(request) })
  } catch (error) {
    worker.postMessage({ type: 'error', message: error instanceof Error ? error.message : '' })
  }
}

function answer(request: Exclude<Request, { ask: 'init' }>): Report | number {
  if (request.ask === 'signature') return wasm.signature()
  return parse(search(request.position, request.limits))
}

function search(position: Position, limits: Limits): string {
  const { kind, start, moves = [] } = position
  const { nodes, depth } = limits
  if (limits.level === undefined)
    return engineOf(kind).search(start, moves, nodes, depth, limits.lines, reporter)
  const player = new wasm.Player(kind, limits.level, limits.seed)
  try {
    return player.choose(start, moves, nodes, depth, reporter)
  } finally {
    player.free()
  }
}

function engineOf(kind: string): wasm.Engine {
  if (last?.kind !== kind) {
    last?.engine.free()
    last = undefined
    last = { kind, engine: new wasm.Engine(kind) }
  }
  return last.engine
}

function parse(json: string): Report {
  return JSON.parse(json) as Report
}
