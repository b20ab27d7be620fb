// A room on a server that speaks the space chess dialect: create, join, move.

import * as CloseCode from '../raum/close-codes'
import type { Command, Position, Refused } from '../raum'
import { spaceSocket } from '../server'
import * as words from '../words-online'
import { Connection } from './connection'
import type { Close, ConnectionState } from './connection'
import type { Remote, RemoteState } from './remote'
import { moveFrame } from './space-frames'
import type { ClientFrame, ServerFrame } from './space-frames'
import { SpaceGame } from './space-game'
import type { Snapshot, Table } from './table'

/** The server responds to a join with the start of a game or an error. Without either, the room waits for an opponent. */
const RESPONSE_MILLIS = 1000

/** The close codes of the native dialect for errors that reject a join. All others are `Forbidden`. */
const CLOSE_CODES: { [error: string]: number } = {
  unknown_game: CloseCode.NoRoom,
  too_many_requests: CloseCode.Flood,
  journal_unavailable: CloseCode.Journal,
  server_full: CloseCode.Full,
}

/** Rooms whose connection survives a change of screens, because the dialect cannot resume a game. */
const open = new Map<string, SpaceRoom>()

export class SpaceRoom implements Remote, Table {
  readonly dialect = 'space'
  readonly isStored = false
  readonly token = null
  readonly #listeners = new Set<() => void>()
  /** Null until the server has created the room. */
  #room: string | null
  #connection: Connection | null = null
  /** Whether this connection holds a seat. */
  #isSeated = false
  #state: RemoteState = { connection: { status: 'connecting', close: null }, table: null }
  #game = SpaceGame.waiting()
  #snapshot: Snapshot | null = null
  #response: ReturnType<typeof setTimeout> | undefined
  #leaving: ReturnType<typeof setTimeout> | undefined

  private constructor(room: string | null) {
    this.#room = room
  }

  /** Creates a room and waits in it. Throws an error with a message for people. */
  static async create(): Promise<SpaceRoom> {
    const remote = new SpaceRoom(null)
    remote.#connection = remote.#connect()
    await new Promise<void>((resolve, reject) => {
      const settle = () => {
        const { close } = remote.#state.connection
        if (remote.#room === null && close === null) return
        remote.#listeners.delete(settle)
        if (remote.#room !== null) resolve()
        else reject(new Error(close?.reason === '' ? words.UNREACHABLE : close?.reason))
      }
      remote.#listeners.add(settle)
    })
    open.set(remote.room, remote)
    return remote
  }

  /** The room with this id: the one that this page is in, or a new connection to it. */
  static of(room: string): SpaceRoom {
    const remote = open.get(room) ?? new SpaceRoom(room)
    open.set(room, remote)
    return remote
  }

  get room(): string {
    return this.#room ?? ''
  }

  state(): RemoteState {
    return this.#state
  }

  snapshot(): Snapshot {
    if (!this.#snapshot) throw new Error('the room is not known yet')
    return this.#snapshot
  }

  subscribe(changed: () => void): () => void {
    clearTimeout(this.#leaving)
    this.#listeners.add(changed)
    this.#connection ??= this.#connect()
    return () => {
      this.#listeners.delete(changed)
      if (this.#listeners.size > 0) return
      // The next screen may subscribe at once, and needs the same connection.
      this.#leaving = setTimeout(() => {
        open.delete(this.room)
        this.#hangUp()
      })
    }
  }

  reconnect(): void {
    this.#hangUp()
    this.#connection = this.#connect()
  }

  ask(command: Command): void {
    const move = this.#game.ask(command, this.#isLive)
    if (move !== null) this.#connection?.send([encode(moveFrame(move))])
    this.#update()
  }

  /** The dialect has no names: this is refused. */
  rename(name: string): void {
    this.ask({ type: 'rename', name })
  }

  position(ply: number): Position {
    return this.#game.position(ply)
  }

  pgn(): string {
    return this.#game.pgn()
  }

  journal(): string {
    return this.#game.journal()
  }

  #connect(): Connection {
    this.#isSeated = false
    return new Connection(spaceSocket(), {
      hello: () => this.#hello(),
      receive: (frame) => {
        this.#receive(frame)
        return []
      },
      forget: () => undefined,
      changed: (connection) => this.#changed(connection),
      // Before the game starts, a lost seat can be taken again.
      canResume: () => this.#room !== null && !this.#hasGame,
      isQuiet: true,
    })
  }

  #hangUp(): void {
    clearTimeout(this.#response)
    this.#connection?.close()
    this.#connection = null
  }

  #hello(): string {
    this.#response = setTimeout(
      () => this.#update({ status: 'live', close: null }),
      RESPONSE_MILLIS,
    )
    return encode(
      this.#room === null ? { type: 'create_game' } : { type: 'join_game', gameId: this.#room },
    )
  }

  #receive(text: string): void {
    clearTimeout(this.#response)
    try {
      this.#process(JSON.parse(text) as ServerFrame)
    } catch {
      this.#end({ code: CloseCode.BadFrame, reason: words.INVALID_UPDATE })
    }
  }

  #process(frame: ServerFrame): void {
    switch (frame.type) {
      case 'game_created':
        this.#isSeated = true
        this.#room = frame.gameId
        return
      case 'game_start':
        this.#isSeated = true
        this.#game = SpaceGame.start(this.#game.number + 1, frame)
        return
      case 'move_made':
        this.#game.move(frame)
        return
      case 'error':
        this.#processError(frame)
    }
  }

  #processError({ code, message }: Refused): void {
    if (this.#hasGame && this.#isSeated) this.#game.refuse({ code, message })
    else this.#end({ code: CLOSE_CODES[code] ?? CloseCode.Forbidden, reason: message })
  }

  get #hasGame(): boolean {
    return this.#game.number > 0
  }

  get #isLive(): boolean {
    return this.#state.connection.status === 'live'
  }

  #changed(connection: ConnectionState): void {
    // `#end` has already set the reason.
    if (this.#state.connection.status === 'ended' && connection.status === 'live') return
    const isLost = connection.status === 'ended' && this.#hasGame
    const close = { code: connection.close?.code ?? 0, reason: words.CANNOT_RESUME }
    this.#update(isLost ? { ...connection, close } : connection)
  }

  #end(close: Close): void {
    this.#hangUp()
    this.#update({ status: 'ended', close })
  }

  /** Updates the state and the view, and notifies the listeners. */
  #update(connection = this.#state.connection): void {
    const isLive = connection.status === 'live'
    if (this.#hasGame || (this.#room !== null && isLive)) {
      this.#snapshot = { view: this.#game.view(isLive), at: Date.now() }
    }
    this.#state = { connection, table: this.#snapshot && this }
    for (const listener of this.#listeners) listener()
  }
}

function encode(frame: ClientFrame): string {
  return JSON.stringify(frame)
}
