// A room on a server that speaks the native dialect: a replica, updated over a connection.

import { Replica } from '../raum/replica'
import type { Command, Kind, Position } from '../raum'
import { socketOf } from '../server'
import { playerName, saveName } from '../names'
import { addressOf } from '../route'
import { currentSettings } from '../settings'
import { Connection } from './connection'
import type { ConnectionState } from './connection'
import type { Remote, RemoteState } from './remote'
import { storeSeat, storedSeat } from './seats'
import type { Snapshot, Table } from './table'
import { today } from './today'

export class NativeRoom implements Remote, Table {
  readonly room: string
  readonly dialect = 'raum'
  readonly #listeners = new Set<() => void>()
  #key: string | null
  #replica: Replica
  #connection: Connection | null = null
  #state: RemoteState = { connection: { status: 'connecting', close: null }, table: null }
  #snapshot: Snapshot | null = null
  #isStored = true
  /** Whether the page has tried to take the free seat. It tries once, when it opens the link. */
  #hasTriedSeat = false
  /** The id of the room, from the welcome frame. */
  #id: string | null = null
  /** How far the room's clock is ahead of this device's. */
  #offsetMillis = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** A room by its id or code. `transfer` is the code that moves a seat from another device. */
  constructor(room: string, { transfer }: { transfer?: string | undefined } = {}) {
    this.room = room
    // Seats are stored by id in capitals; the server accepts either case.
    const seat = storedSeat(room) ?? storedSeat(room.toUpperCase())
    this.#key = seat?.key ?? null
    this.#replica = new Replica({
      // The code is for the seat of another device, not for the seat that this browser may have.
      token: transfer === undefined ? (seat?.token ?? undefined) : undefined,
      key: this.#key ?? undefined,
      transfer,
    })
  }

  state(): RemoteState {
    return this.#state
  }

  snapshot(): Snapshot {
    if (!this.#snapshot) throw new Error('the room is not known yet')
    return this.#snapshot
  }

  get isStored(): boolean {
    return this.#isStored
  }

  get token(): string | null {
    const isSeated = this.#snapshot?.view.seats.some(({ mine }) => mine) ?? false
    return isSeated ? (this.#replica.token ?? null) : null
  }

  subscribe(changed: () => void): () => void {
    this.#listeners.add(changed)
    this.#connection ??= this.#connect()
    return () => {
      this.#listeners.delete(changed)
      if (this.#listeners.size > 0) return
      clearTimeout(this.#timer)
      this.#connection?.close()
      this.#connection = null
    }
  }

  reconnect(key?: string): void {
    this.#connection?.close()
    if (key !== undefined) {
      this.#key = key
      this.#forget()
    }
    this.#connection = this.#connect()
  }

  ask(command: Command): void {
    if (command.type === 'take-seat') this.#store(this.snapshot().view.kind, true)
    this.#connection?.send(this.#replica.ask(command))
    this.#update(this.#state.connection)
  }

  rename(name: string): void {
    saveName(name)
    const isSeated = this.#snapshot?.view.seats.some(({ mine }) => mine)
    this.ask(isSeated ? { type: 'rename', name } : { type: 'watch', name })
  }

  position(ply: number): Position {
    return this.#replica.position(ply) ?? this.snapshot().view.position
  }

  pgn(): string {
    const link = new URL(addressOf({ screen: 'room', room: this.#id ?? this.room }), location.href)
    return this.#replica.pgn(today(), link.href) ?? ''
  }

  journal(): string {
    return this.#replica.journal()
  }

  #connect(): Connection {
    return new Connection(socketOf(this.room), {
      hello: () => this.#replica.hello(),
      receive: (frame) => this.#receive(frame),
      forget: () => this.#forget(),
      isOutdated: () => this.#replica.isOutdated,
      changed: (connection) => {
        // A partial replay is not shown.
        if (connection.status !== 'live' || this.#replica.isLive) this.#update(connection)
      },
    })
  }

  #forget(): void {
    const { token } = this.#replica
    this.#replica = new Replica({ token, key: this.#key ?? undefined })
  }

  #receive(frame: string): string[] {
    const { type, room, now } = JSON.parse(frame) as { type?: string; room?: string; now?: number }
    if (type === 'welcome') this.#id ??= room ?? null
    if (now !== undefined) this.#offsetMillis = now - Date.now()
    const wasLive = this.#replica.isLive
    const answers = this.#replica.receive(frame)
    if (this.#replica.isLive && !wasLive) answers.push(...this.#enter())
    return answers
  }

  /** After the replay: takes the free seat, or gives the name of the spectator. */
  #enter(): string[] {
    const view = this.#refresh()?.view
    if (!view) return []
    const isSeated = view.seats.some(({ mine }) => mine)
    if (this.#movedTo !== undefined) {
      this.#storeFor(this.#movedTo, view.kind, isSeated)
      return []
    }
    // This also takes back a seat that the member left.
    const takes = !this.#hasTriedSeat && view.may.takeSeat
    this.#hasTriedSeat = true
    this.#store(view.kind, takes || isSeated)
    if (takes) return this.#replica.ask({ type: 'take-seat', name: playerName() })
    const { name } = currentSettings()
    if (!isSeated && name) return this.#replica.ask({ type: 'watch', name })
    return []
  }

  /** Stores the room. The token is stored before the seat is taken, so that a lost response does not lose the seat. */
  #store(kind: Kind, ownsSeat: boolean): void {
    const token = (ownsSeat ? this.#replica.token : undefined) ?? null
    this.#isStored = storeSeat({ room: this.room, kind, token, key: this.#key, at: Date.now() })
  }

  get #movedTo(): string | undefined {
    return this.#id === null || this.#id === this.room ? undefined : this.#id
  }

  /** Stores the secrets under the room's id, for the table that continues there. */
  #storeFor(id: string, kind: Kind, isSeated: boolean): void {
    const seat = storedSeat(id)
    const token = (isSeated ? this.#replica.token : seat?.token) ?? null
    storeSeat({ room: id, kind, token, key: this.#key ?? seat?.key ?? null, at: Date.now() })
  }

  #refresh(): Snapshot | null {
    const at = Date.now()
    const view = this.#replica.view(at)
    if (view) {
      // By this device's clock, as `at` is.
      const firstMoveBy = view.firstMoveBy && view.firstMoveBy - this.#offsetMillis
      this.#snapshot = { view: { ...view, firstMoveBy }, at }
    }
    return this.#snapshot
  }

  /** Updates the state and the view, and notifies the listeners if anything has changed. */
  #update(connection: ConnectionState, hasChanged = this.#replica.hasChanged): void {
    if (!hasChanged && connection === this.#state.connection) return
    if (hasChanged) this.#refresh()
    const movedTo = this.#snapshot && this.#movedTo
    this.#state = movedTo
      ? { connection, table: null, movedTo }
      : { connection, table: this.#snapshot && this }
    this.#scheduleUpdate()
    for (const listener of this.#listeners) listener()
  }

  /** Updates the view when the grace of an absent opponent is over. */
  #scheduleUpdate(): void {
    clearTimeout(this.#timer)
    const { view, at } = this.#snapshot ?? { at: 0 }
    if (!view?.claimInMillis || this.#listeners.size === 0) return
    const look = () => {
      this.#update(this.#state.connection, true)
    }
    this.#timer = setTimeout(look, at + view.claimInMillis - Date.now())
  }
}
