// A room elsewhere in the native dialect: a replica, kept by a line.

import { Replica } from '../raum'
import type { Command, Kind, Position } from '../raum'
import { socketOf } from '../server'
import { GUEST } from '../words-online'
import { currentSettings, changeSettings } from '../settings'
import { Line } from './line'
import type { LineState } from './line'
import type { Remote, RemoteState } from './remote'
import { keepSeat, keptSeat } from './seats'
import type { Seen, Table } from './table'
import { today } from './today'

export class NativeRoom implements Remote, Table {
  readonly room: string
  readonly dialect = 'raum'
  readonly #listeners = new Set<() => void>()
  #key: string | null
  #replica: Replica
  #line: Line | null = null
  #state: RemoteState = { line: { status: 'connecting', close: null }, table: null }
  #seen: Seen | null = null
  #isKept = true
  /** Whether the free seat has been asked for: it is, once, by whoever opens the link. */
  #hasArrived = false
  /** The room's id, once the server has named it. */
  #id: string | null = null
  #later: ReturnType<typeof setTimeout> | undefined

  /** A room by its id or code, with the code that takes a seat over from another device, if there is one. */
  constructor(room: string, { transfer }: { transfer?: string | undefined } = {}) {
    this.room = room
    // Seats are kept under ids, which the server reads in either case.
    const seat = keptSeat(room) ?? keptSeat(room.toUpperCase())
    this.#key = seat?.key ?? null
    this.#replica = new Replica({
      // A code is for the seat of another device, not for one that this browser may have had.
      token: transfer === undefined ? (seat?.token ?? undefined) : undefined,
      key: this.#key ?? undefined,
      transfer,
    })
  }

  state(): RemoteState {
    return this.#state
  }

  seen(): Seen {
    if (!this.#seen) throw new Error('nothing is known of the room yet')
    return this.#seen
  }

  get isKept(): boolean {
    return this.#isKept
  }

  get token(): string | null {
    const isSeated = this.#seen?.view.seats.some(({ mine }) => mine) ?? false
    return isSeated ? (this.#replica.token ?? null) : null
  }

  subscribe(changed: () => void): () => void {
    this.#listeners.add(changed)
    this.#line ??= this.#connect()
    return () => {
      this.#listeners.delete(changed)
      if (this.#listeners.size > 0) return
      clearTimeout(this.#later)
      this.#line?.close()
      this.#line = null
    }
  }

  reconnect(key?: string): void {
    this.#line?.close()
    if (key !== undefined) {
      this.#key = key
      this.#forget()
    }
    this.#line = this.#connect()
  }

  ask(command: Command): void {
    if (command.type === 'take-seat') this.#keep(this.seen().view.kind, true)
    this.#line?.send(this.#replica.ask(command))
    this.#look(this.#state.line)
  }

  rename(name: string): void {
    changeSettings({ name })
    const isSeated = this.#seen?.view.seats.some(({ mine }) => mine)
    this.ask(isSeated ? { type: 'rename', name } : { type: 'watch', name })
  }

  position(ply: number): Position {
    return this.#replica.position(ply) ?? this.seen().view.position
  }

  pgn(): string {
    return this.#replica.pgn(today()) ?? ''
  }

  journal(): string {
    return this.#replica.journal()
  }

  #connect(): Line {
    return new Line(socketOf(this.room), {
      hello: () => this.#replica.hello(),
      receive: (frame) => this.#receive(frame),
      forget: () => {
        this.#forget()
      },
      isOutdated: () => this.#replica.isOutdated,
      changed: (line) => {
        // A room that is only half told is not to be seen.
        if (line.status !== 'live' || this.#replica.isLive) this.#look(line)
      },
    })
  }

  #forget(): void {
    const { token } = this.#replica
    this.#replica = new Replica({ token, key: this.#key ?? undefined })
  }

  #receive(frame: string): string[] {
    this.#id ??= idIn(frame)
    const wasLive = this.#replica.isLive
    const answers = this.#replica.receive(frame)
    if (this.#replica.isLive && !wasLive) answers.push(...this.#arrive())
    return answers
  }

  /** All of the room is known: takes the free seat, or says who watches. */
  #arrive(): string[] {
    const view = this.#see()?.view
    if (!view) return []
    const isSeated = view.seats.some(({ mine }) => mine)
    if (this.#movedTo !== undefined) {
      this.#keepFor(this.#movedTo, view.kind, isSeated)
      return []
    }
    // Also a seat that was left, by whoever comes back to it.
    const takes = !this.#hasArrived && view.may.takeSeat
    this.#hasArrived = true
    this.#keep(view.kind, takes || isSeated)
    const { name } = currentSettings()
    if (takes) return this.#replica.ask({ type: 'take-seat', name: name || GUEST })
    if (!isSeated && name) return this.#replica.ask({ type: 'watch', name })
    return []
  }

  /** Keeps the room, with the token before its seat is asked for: whoever loses the answer still owns the seat. */
  #keep(kind: Kind, ownsSeat: boolean): void {
    const token = (ownsSeat ? this.#replica.token : undefined) ?? null
    this.#isKept = keepSeat({ room: this.room, kind, token, key: this.#key, at: Date.now() })
  }

  get #movedTo(): string | undefined {
    return this.#id === null || this.#id === this.room ? undefined : this.#id
  }

  /** Keeps what is known for the table that goes on under the room's id. */
  #keepFor(id: string, kind: Kind, isSeated: boolean): void {
    const seat = keptSeat(id)
    const token = (isSeated ? this.#replica.token : seat?.token) ?? null
    keepSeat({ room: id, kind, token, key: this.#key ?? seat?.key ?? null, at: Date.now() })
  }

  #see(): Seen | null {
    const at = Date.now()
    const view = this.#replica.view(at)
    if (view) this.#seen = { view, at }
    return this.#seen
  }

  /** Notes how it is with the line and the room, and tells the listeners unless nothing has changed. */
  #look(line: LineState, hasChanged = this.#replica.hasChanged): void {
    if (!hasChanged && line === this.#state.line) return
    if (hasChanged) this.#see()
    const movedTo = this.#seen && this.#movedTo
    this.#state = movedTo ? { line, table: null, movedTo } : { line, table: this.#seen && this }
    this.#lookLater()
    for (const listener of this.#listeners) listener()
  }

  /** Looks again when the opponent has been away for long enough. */
  #lookLater(): void {
    clearTimeout(this.#later)
    const { view, at } = this.#seen ?? { at: 0 }
    if (!view?.claimInMillis || this.#listeners.size === 0) return
    const look = () => {
      this.#look(this.#state.line, true)
    }
    this.#later = setTimeout(look, at + view.claimInMillis - Date.now())
  }
}

/** The room's id, if a frame is the welcome, which names it. */
function idIn(frame: string): string | null {
  const { type, room } = JSON.parse(frame) as { type?: unknown; room?: unknown }
  return type === 'welcome' && typeof room === 'string' ? room : null
}
