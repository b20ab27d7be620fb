// A room that the embed watches. Knows no secrets: it sends no token, stores nothing, and asks for nothing but to watch.

import type { Position } from '../raum'
import { Replica } from '../raum/replica'
import { socketOf } from '../server'
import { Connection } from './connection'
import type { ConnectionState } from './connection'
import type { Snapshot } from './table'

/** What a viewer gets to see of a room. */
export type Watched =
  /** Nothing yet. `isRetrying` is whether the first attempt to connect has failed. */
  | { status: 'connecting'; isRetrying: boolean }
  /** The room does not exist, or strangers may not watch it. */
  | { status: 'hidden' }
  /** The last known state of the room. It is current while the link is live; after the end of the link, it stays. */
  | { status: 'shown'; snapshot: Snapshot; link: 'live' | 'lost' | 'ended' }

/** The refusal of a room that has a free seat, but no spectators. */
const NO_SPECTATORS = 'no-spectators'

export class WatchedRoom {
  readonly #room: string
  readonly #listeners = new Set<() => void>()
  #replica = new Replica()
  /** The replica of the last state that was shown; a reconnect replays the room into a new one. */
  #shown: Replica | null = null
  #connection: Connection | null = null
  #state: Watched = { status: 'connecting', isRetrying: false }

  /** A room by its id or code. */
  constructor(room: string) {
    this.#room = room
  }

  /** Returns the same object until something changes. */
  state(): Watched {
    return this.#state
  }

  /** Subscribes to changes, and returns the function that unsubscribes. The room stays connected while it has subscribers. */
  subscribe(changed: () => void): () => void {
    this.#listeners.add(changed)
    this.#connection ??= this.#connect()
    return () => {
      this.#listeners.delete(changed)
      if (this.#listeners.size > 0) return
      this.#connection?.close()
      this.#connection = null
    }
  }

  /** The position after `ply` moves of the shown game, without legal moves. */
  position(ply: number): Position {
    const position = this.#shown?.position(ply)
    if (!position) throw new Error(`there is no position after ${ply} moves`)
    return position
  }

  #connect(): Connection {
    return new Connection(socketOf(this.#room), {
      hello: () => {
        // The server gives each client a token for the seat that it may take. A new replica never sends it back.
        this.#replica = new Replica()
        return this.#replica.hello()
      },
      receive: (frame) => this.#receive(frame),
      forget: () => undefined,
      isOutdated: () => this.#replica.isOutdated,
      changed: (connection) => this.#update(connection),
    })
  }

  #receive(frame: string): string[] {
    const wasLive = this.#replica.isLive
    const answers = this.#replica.receive(frame)
    // The answer tells whether the room has spectators: without them, it admits guests while a seat is free.
    if (this.#replica.isLive && !wasLive) answers.push(...this.#replica.ask({ type: 'watch' }))
    return answers
  }

  #update(connection: ConnectionState): void {
    const state = this.#next(connection)
    if (state === this.#state) return
    this.#state = state
    if (state.status === 'hidden') this.#connection?.close()
    for (const listener of this.#listeners) listener()
  }

  #next({ status }: ConnectionState): Watched {
    const before = this.#state
    if (before.status === 'hidden') return before
    if (status !== 'live') {
      const link = status === 'ended' ? 'ended' : 'lost'
      if (before.status === 'shown') return before.link === link ? before : { ...before, link }
      if (status === 'ended') return { status: 'hidden' }
      const isRetrying = status !== 'connecting'
      return before.isRetrying === isRetrying ? before : { status: 'connecting', isRetrying }
    }
    // A partial replay is not shown.
    if (!this.#replica.isLive || !this.#replica.hasChanged) return before
    const at = Date.now()
    const view = this.#replica.view(at)
    if (!view || view.unanswered > 0) return before
    if (view.refused?.code === NO_SPECTATORS) return { status: 'hidden' }
    this.#shown = this.#replica
    return { status: 'shown', snapshot: { view, at }, link: 'live' }
  }
}
