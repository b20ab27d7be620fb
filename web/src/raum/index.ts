// The rules and rooms. No other file knows that they are WebAssembly.

import { FACTS } from './facts.js'
import * as wasm from './pkg/raum_wasm.js'
import type {
  Cell,
  Command,
  Kind,
  KindFacts,
  MadeMove,
  Position,
  Side,
  Thought,
  View,
} from './types.js'

export type * from './types.js'

let isLoaded = false
let loading: Promise<void> | undefined

/** Loads the rules, once. Everything in this file needs them except the facts about the kinds. A failure can be retried. */
export function init(): Promise<void> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** The loading of the rules; null once they are loaded. */
export function loadingRules(): Promise<void> | null {
  return isLoaded ? null : init()
}

async function load(): Promise<void> {
  const url = new URL('pkg/raum_wasm_bg.wasm', import.meta.url)
  // Streaming needs the type application/wasm, which not every host sends.
  const module = await WebAssembly.compileStreaming(fetch(url)).catch(async () => {
    const response = await fetch(url)
    return WebAssembly.compile(await response.arrayBuffer())
  })
  initSync(module)
}

/** Loads the rules from a compiled module or from the bytes of their file. */
export function initSync(module: WebAssembly.Module | BufferSource): void {
  wasm.initSync({ module })
  isLoaded = true
  loading = Promise.resolve()
}

/** Every kind of game with its facts. */
export function kinds(): readonly KindFacts[] {
  return FACTS
}

/** The facts about a kind. */
export function factsOf(kind: Kind): KindFacts {
  const facts = kinds().find((each) => each.kind === kind)
  if (!facts) throw new Error(`unknown kind ${kind}`)
  return facts
}

/** The index of a side in pairs: 0 for the first side of its kind, 1 for the second. */
export function indexOf(side: Side): 0 | 1 {
  return kinds().some(({ sides }) => sides[0] === side) ? 0 : 1
}

/** Counts the sequences of `depth` legal moves from a position text, or from the start position. */
export function perft(kind: Kind, depth: number, position?: string): number {
  return wasm.perft(kind, depth, position)
}

/**
 * A game and the moves played since its start position. A method that fails throws an `Error` with the message of the
 * rules, and changes nothing.
 */
export class GameRecord {
  readonly #record: wasm.Record

  private constructor(record: wasm.Record) {
    this.#record = record
  }

  /** Starts a game at a position text, or at the start position of the kind. */
  static start(kind: Kind, position?: string): GameRecord {
    return new GameRecord(new wasm.Record(kind, position))
  }

  /** Reads a game from PGN. Its tags name the kind; other tags are dropped. */
  static import(pgn: string): GameRecord {
    return new GameRecord(wasm.Record.import(pgn))
  }

  /** Plays a move by its text. */
  play(text: string): void {
    this.#record.play(text)
  }

  /** Returns the text of a legal move, given by its notation. */
  read(notation: string): string {
    return this.#record.read(notation)
  }

  /** The current position. */
  position(): Position {
    return JSON.parse(this.#record.position()) as Position
  }

  /** The cells that a side attacks: where it could capture, if its own king were in no danger. */
  attacked(side: Side): Cell[] {
    const { kind } = this.position()
    const { x: files, y: ranks } = factsOf(kind).extent
    return Array.from(this.#record.attacked(indexOf(side) === 1)).flatMap((each, number) => {
      const [x, y] = [number % files, Math.floor(number / files) % ranks]
      return each === 'x' ? [{ x, y, z: Math.floor(number / (files * ranks)) }] : []
    })
  }

  /** The moves played. */
  moves(): MadeMove[] {
    return JSON.parse(this.#record.moves()) as MadeMove[]
  }

  /** Writes the game as PGN, with tags such as `{ White: 'Ann' }`. */
  export(tags: Readonly<{ [name: string]: string }> = {}): string {
    return this.#record.export(Object.entries(tags).flat())
  }
}

/** Options of a local table. `name` is the name of its member. */
export interface LocalTableOptions {
  name?: string
  position?: string
  clock?: { initialMillis: number; incrementMillis: number }
}

/** A room inside the page: one person plays both sides, or one of them against a machine. Times are milliseconds since 1970. */
export class LocalTable {
  readonly #table: wasm.LocalTable

  private constructor(table: wasm.LocalTable) {
    this.#table = table
  }

  /** Opens a table and starts a game. Throws if the position is not valid. */
  static open(kind: Kind, options: LocalTableOptions = {}, now = Date.now()): LocalTable {
    const { name = 'You', position, clock } = options
    return new LocalTable(
      new wasm.LocalTable(kind, name, position, clock?.initialMillis, clock?.incrementMillis, now),
    )
  }

  /** Opens a table and continues the game of a PGN. Throws if the PGN is not valid. */
  static import(pgn: string, name = 'You', now = Date.now()): LocalTable {
    return new LocalTable(wasm.LocalTable.import(pgn, name, now))
  }

  /** Loads a table that `save` returned. Its clock did not run in the meantime. Throws if the journal is not valid. */
  static load(journal: string, now = Date.now()): LocalTable {
    return new LocalTable(wasm.LocalTable.load(journal, now))
  }

  /** The journal of the table: one line of JSON per entry. */
  save(): string {
    return this.#table.save()
  }

  /** Executes a command. The next view shows a refusal. */
  ask(command: Command, now = Date.now()): void {
    const [chance = 0] = crypto.getRandomValues(new Uint32Array(1))
    this.#table.ask(JSON.stringify(command), now, chance)
  }

  /** What the machine has to think about now; undefined if it has nothing to do. */
  thought(now = Date.now()): Thought | undefined {
    const thought = this.#table.thought(now)
    return thought === undefined ? undefined : (JSON.parse(thought) as Thought)
  }

  /**
   * Executes the machine's answer to the thought with this key, up to a refused command. Returns whether it executed all of
   * it: an answer to an earlier situation is void.
   */
  askMachine(key: number, commands: readonly Command[], now = Date.now()): boolean {
    const asked = commands.map((command) => JSON.stringify(command))
    return asked.every((command, index) =>
      // The first command may change the situation for the others.
      this.#table.ask_machine(index === 0 ? key : undefined, command, now),
    )
  }

  /** Ends the game if the time of the side to move has run out. */
  pass(now = Date.now()): void {
    this.#table.pass(now)
  }

  /** Everything that the screen shows. */
  view(now = Date.now()): View {
    return JSON.parse(this.#table.view(now)) as View
  }

  /** The position after `ply` moves, without legal moves; undefined if the game is shorter. */
  position(ply: number): Position | undefined {
    return position(this.#table.position(ply))
  }

  /** The game as PGN, with its result and this date, such as 2026.11.15. */
  pgn(date: string): string | undefined {
    return this.#table.pgn(date)
  }
}

function position(json: string | undefined): Position | undefined {
  return json === undefined ? undefined : (JSON.parse(json) as Position)
}
