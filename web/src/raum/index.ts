// The rules of the games: the one file that knows they are WebAssembly.

import load, * as wasm from './pkg/raum_wasm.js'
import type { Kind, KindFacts, MadeMove, Outcome, Position } from './types'

export type * from './types'

/** What a game ended by. */
export type Reason = Outcome['reason']

/** Fetches the rules. Nothing else here works before. */
export async function init(): Promise<void> {
  await load()
}

/** Takes the rules from the bytes of their file, where there is nothing to fetch them from. */
export function initSync(bytes: BufferSource): void {
  wasm.initSync({ module: bytes })
}

/** Every kind of game. */
export function kinds(): KindFacts[] {
  return JSON.parse(wasm.kinds()) as KindFacts[]
}

/** How many sequences of `depth` legal moves there are from a position text, or from the start. */
export function perft(kind: Kind, depth: number, position?: string): number {
  return wasm.perft(kind, depth, position)
}

/**
 * The moves made from a position, and the game they lead to. What is refused throws an `Error` with
 * the rules' own sentence, and changes nothing.
 */
export class Record {
  readonly #record: wasm.Record

  private constructor(record: wasm.Record) {
    this.#record = record
  }

  /** A record that begins at a position text, or at the start of its kind. */
  static start(kind: Kind, position?: string): Record {
    return new Record(new wasm.Record(kind, position))
  }

  /** The game of a PGN, whose tags tell its kind. Other tags are not kept. */
  static import(pgn: string): Record {
    return new Record(wasm.Record.import(pgn))
  }

  /** Makes a move, given by its text. */
  play(text: string): void {
    this.#record.play(text)
  }

  /** The text of the legal move that a notation names. */
  read(notation: string): string {
    return this.#record.read(notation)
  }

  /** All that a screen shows now. */
  position(): Position {
    return JSON.parse(this.#record.position()) as Position
  }

  /** The moves made. */
  moves(): MadeMove[] {
    return JSON.parse(this.#record.moves()) as MadeMove[]
  }

  /** The whole game as PGN, with tags such as `{ White: 'Ann' }`. */
  export(tags: Readonly<{ [name: string]: string }> = {}): string {
    return this.#record.export(Object.entries(tags).flat())
  }
}
