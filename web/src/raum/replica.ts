// Rooms on servers. Apart from the rest: a game on one device does without.

import * as wasm from './pkg/raum_wasm.js'
import type { Command, Position, View } from './types.js'

/** The secrets of a client: the token of its seat, the pass key of the room, a code that moves a seat to this device. */
export interface Secrets {
  token?: string | undefined
  key?: string | undefined
  transfer?: string | undefined
}

/**
 * A copy of a room on a server, built from frames of the native dialect. It has no socket: its owner passes every received
 * frame to `receive`, and sends the frames that the methods return. Times are local.
 */
export class Replica {
  readonly #replica: wasm.Replica

  /** An empty replica for a client with these secrets. */
  constructor({ token, key, transfer }: Secrets = {}) {
    this.#replica = new wasm.Replica(token, key, transfer)
  }

  /** The token of the member's seat, or of the seat to take. To be stored as soon as it is known. */
  get token(): string | undefined {
    return this.#replica.token()
  }

  /** Whether the current connection has delivered all entries. */
  get isLive(): boolean {
    return this.#replica.is_live()
  }

  /** Whether the last frame had an entry that a newer version of raum wrote. */
  get isOutdated(): boolean {
    return this.#replica.is_outdated()
  }

  /** Whether the view has changed, apart from running clocks, since `view` was last called. */
  get hasChanged(): boolean {
    return this.#replica.has_changed()
  }

  /** Starts a new connection and returns its first frame. */
  hello(): string {
    return this.#replica.hello()
  }

  /**
   * Processes a frame and returns the frames to send. Throws if the frame does not continue the previous ones: the replica
   * is then unchanged, and the client has to reconnect.
   */
  receive(frame: string, now = Date.now()): string[] {
    return this.#replica.receive(frame, now)
  }

  /** Issues a command and returns the frames to send now. The next connection sends commands without a response again. */
  ask(command: Command): string[] {
    return this.#replica.ask(JSON.stringify(command))
  }

  /** Everything that the member's screen shows; undefined before the first entry. */
  view(now = Date.now()): View | undefined {
    return parsed(this.#replica.view(now)) as View | undefined
  }

  /** The position after `ply` moves, without legal moves; undefined if the game is shorter. */
  position(ply: number): Position | undefined {
    return parsed(this.#replica.position(ply)) as Position | undefined
  }

  /** The game as PGN, with its result, the players' names, this date, such as 2026.11.15, and this place. */
  pgn(date: string, site = '?'): string | undefined {
    return this.#replica.pgn(date, site)
  }

  /** The journal up to the last received entry: one line of JSON per entry. */
  journal(): string {
    return this.#replica.journal()
  }
}

function parsed(json: string | undefined): unknown {
  return json === undefined ? undefined : JSON.parse(json)
}
