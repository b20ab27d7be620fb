// The games and their rooms: the one file that knows they are WebAssembly.

import * as wasm from './pkg/raum_wasm.js'
import type { Command, Kind, KindFacts, MadeMove, Position, Side, View } from './types.js'

export type * from './types.js'

/** Fetches the rules. Nothing else here works before. */
export async function init(): Promise<void> {
  const url = new URL('pkg/raum_wasm_bg.wasm', import.meta.url)
  // Browsers compile only what is served as application/wasm while it arrives. Not every host does that.
  const module = await WebAssembly.compileStreaming(fetch(url)).catch(async () => {
    const response = await fetch(url)
    return WebAssembly.compile(await response.arrayBuffer())
  })
  initSync(module)
}

/** Takes the rules from their module or from the bytes of their file. */
export function initSync(module: WebAssembly.Module | BufferSource): void {
  wasm.initSync({ module })
}

/** Every kind of game. */
export function kinds(): KindFacts[] {
  return JSON.parse(wasm.kinds()) as KindFacts[]
}

let known: KindFacts[] | undefined

/** What a page must know of a kind before there is a game. */
export function factsOf(kind: Kind): KindFacts {
  known ??= kinds()
  const facts = known.find((each) => each.kind === kind)
  if (!facts) throw new Error(`there is no kind ${kind}`)
  return facts
}

/** 0 for the side that is the first of its kind, 1 for the second: where it is in pairs. */
export function indexOf(side: Side): 0 | 1 {
  return side === 'white' || side === 'X' ? 0 : 1
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

/** What a local table may have beside its kind. `name` is what its owner is called. */
export interface LocalTableOptions {
  name?: string
  position?: string
  clock?: { initialMillis: number; incrementMillis: number }
}

/**
 * A room in the page itself, with one person in both seats. Times are milliseconds since 1970.
 */
export class LocalTable {
  readonly #table: wasm.LocalTable

  private constructor(table: wasm.LocalTable) {
    this.#table = table
  }

  /** A table with a new game, under way. Throws if the position cannot be. */
  static open(kind: Kind, options: LocalTableOptions = {}, now = Date.now()): LocalTable {
    const { name = 'You', position, clock } = options
    return new LocalTable(
      new wasm.LocalTable(kind, name, position, clock?.initialMillis, clock?.incrementMillis, now),
    )
  }

  /** A table with the game of a PGN, which goes on where its moves end. Throws if it cannot be read. */
  static import(pgn: string, name = 'You', now = Date.now()): LocalTable {
    return new LocalTable(wasm.LocalTable.import(pgn, name, now))
  }

  /** The table that `save` wrote; no clock has run since. Throws if the text is not such a table. */
  static load(journal: string, now = Date.now()): LocalTable {
    return new LocalTable(wasm.LocalTable.load(journal, now))
  }

  /** The table as text: its journal, an entry of JSON in each line. */
  save(): string {
    return this.#table.save()
  }

  /** Asks for something. The view tells if it was refused. */
  ask(command: Command, now = Date.now()): void {
    const [chance = 0] = crypto.getRandomValues(new Uint32Array(1))
    this.#table.ask(JSON.stringify(command), now, chance)
  }

  /** Lets time pass: if a side's is up, the game ends. */
  pass(now = Date.now()): void {
    this.#table.pass(now)
  }

  /** All that the screen shows. */
  view(now = Date.now()): View {
    return JSON.parse(this.#table.view(now)) as View
  }

  /** The position after so many moves, for looking at: it lists no legal moves. */
  position(ply: number): Position | undefined {
    return position(this.#table.position(ply))
  }

  /** The game as PGN, with its result and this date, which PGN writes as 2026.11.15. */
  pgn(date: string): string | undefined {
    return this.#table.pgn(date)
  }
}

/** What lets somebody in: the token of a seat, the key of a room, the code that takes a seat over. */
export interface Secrets {
  token?: string | undefined
  key?: string | undefined
  transfer?: string | undefined
}

/**
 * A room elsewhere, kept by the frames of the native dialect. It has no socket: whoever has one hands
 * every frame in, and sends those that come out. Times are those of this machine.
 */
export class Replica {
  readonly #replica: wasm.Replica

  /**
   * A replica that knows nothing yet, for the owner of a seat's token, of a pass key and of a transfer
   * code, if any.
   */
  constructor({ token, key, transfer }: Secrets = {}) {
    this.#replica = new wasm.Replica(token, key, transfer)
  }

  /** The token of the member's seat, or of the one to be taken: to be kept as soon as it is there. */
  get token(): string | undefined {
    return this.#replica.token()
  }

  /** Whether all that happened has come, over the connection there is. */
  get isLive(): boolean {
    return this.#replica.is_live()
  }

  /** Whether the last frame had an entry of a newer raum than this page's. */
  get isOutdated(): boolean {
    return this.#replica.is_outdated()
  }

  /** Whether a view would differ from the last one, even if no time had passed. */
  get hasChanged(): boolean {
    return this.#replica.has_changed()
  }

  /** The first frame of a new connection. */
  hello(): string {
    return this.#replica.hello()
  }

  /**
   * Takes a frame in, and tells what to send. Throws at a frame that does not follow from those
   * before it: then nothing has changed, and only a new connection helps.
   */
  receive(frame: string, now = Date.now()): string[] {
    return this.#replica.receive(frame, now)
  }

  /** Asks for something, and tells what to send. What stays unanswered is sent again by itself. */
  ask(command: Command): string[] {
    return this.#replica.ask(JSON.stringify(command))
  }

  /** All that the member's screen shows, once anything is known of the room. */
  view(now = Date.now()): View | undefined {
    const view = this.#replica.view(now)
    return view === undefined ? undefined : (JSON.parse(view) as View)
  }

  /** The position after so many moves, for looking at: it lists no legal moves. */
  position(ply: number): Position | undefined {
    return position(this.#replica.position(ply))
  }

  /** The game as PGN, with its result, its names and this date, which PGN writes as 2026.11.15. */
  pgn(date: string): string | undefined {
    return this.#replica.pgn(date)
  }

  /** The room's journal as far as it has come: an entry of JSON in each line. */
  journal(): string {
    return this.#replica.journal()
  }
}

function position(json: string | undefined): Position | undefined {
  return json === undefined ? undefined : (JSON.parse(json) as Position)
}
