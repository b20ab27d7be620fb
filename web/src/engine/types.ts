// What a search is asked and what it reports, and the messages between the page and the engine’s worker.

import type { Cell, Command, Kind } from '../raum'

/** A position: the one after `moves` from the position text `start`, or from the start of the kind. */
export interface Position {
  kind: Kind
  start?: string
  moves?: string[]
}

/**
 * How to search. The first limit reached ends the search; without one it ends when it is cancelled.
 *
 * At a level, the engine plays as strongly on every device, and another seed gives other games. Without a level it plays
 * its best, and reports as many `lines` as it is asked for.
 */
export type Limits = { nodes?: number; depth?: number } & (
  { level: number; seed: number } | { level?: never; lines?: number }
)

/** A line of best moves for both sides, and its score for the side to move: in centipawns, or moves until a mate. */
export type Line = { moves: string[] } & ({ centipawns: number } | { mate: number })

/** What a search knows after an iteration. The best line comes first; there is none without a legal move. */
export interface Report {
  depth: number
  /** The length of the longest line examined. */
  longest: number
  nodes: number
  lines: Line[]
}

/** A situation in which a computer has to act. */
export interface Situation extends Required<Position> {
  level: number
  seed: number
  /** The number of the game in its room. */
  game: number
  /** Whether it is the computer's turn. Otherwise it only answers a draw offer. */
  isItsTurn: boolean
  drawOffered: boolean
  /** The ply at which the computer last offered a draw. */
  lastOffer: number | null
}

/** A move of the side that is not to move. `from` is null if it places a new piece. */
export interface Threat {
  from: Cell | null
  to: Cell
}

/** A request to the worker. The first one brings the compiled module. */
export type Request =
  | { ask: 'init'; module: WebAssembly.Module }
  | { ask: 'search'; position: Position; limits: Limits }
  | { ask: 'act'; situation: Situation }
  | { ask: 'threat'; position: Position; nodes: number }
  | { ask: 'signature' }

/** The results of requests: of a search, of `act`, of `threat`, of `signature`. */
export type Result = Report | Command[] | Threat | null | number

/** An answer of the worker: reports, then one result or error for each request but `init`. */
export type Answer =
  | { type: 'report'; report: Report }
  | { type: 'result'; result: Result }
  | { type: 'error'; message: string }
