// The worker that searches. A search blocks it: the page cancels a search by terminating the worker.

import * as wasm from './pkg/raum_engine_wasm.js'
import type { Answer, Limits, Position, Request, Result, Situation } from './types'

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

function answer(request: Exclude<Request, { ask: 'init' }>): Result {
  switch (request.ask) {
    case 'search':
      return parse(search(request.position, request.limits))
    case 'act':
      return parse(act(request.situation))
    case 'threat': {
      const { kind, start, moves = [] } = request.position
      const move = engineOf(kind).threat(start, moves, request.nodes)
      return move === undefined ? null : parse(move)
    }
    case 'signature':
      return wasm.signature()
  }
}

function act(situation: Situation): string {
  const { kind, level, seed, game, start, moves, isItsTurn, drawOffered, lastOffer } = situation
  const opponent = new wasm.Opponent(kind, level, seed, game)
  try {
    return opponent.act(start, moves, isItsTurn, drawOffered, lastOffer, undefined, reporter)
  } finally {
    opponent.free()
  }
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

/** The engine writes JSON of the type that the request asks for. */
function parse(json: string): never {
  return JSON.parse(json) as never
}
