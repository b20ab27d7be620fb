// A table elsewhere: a replica of its room, kept by a line.

import { Replica } from '../raum'
import type { Command, Position, Secrets } from '../raum'
import { Line } from './line'
import type { LineState } from './line'
import type { Seen, Table } from './table'

/** How it is with a room elsewhere: its table as soon as anything is known of it. */
export interface RoomState {
  line: LineState
  table: Table | null
}

/** What the page has to do with the token that owns a seat: keep it before it is used. */
export type KeepToken = (token: string) => void

/** A room elsewhere, from the first word on. */
export class RemoteRoom implements Table {
  readonly #line: Line
  readonly #secrets: Secrets
  readonly #keep: KeepToken
  readonly #listeners = new Set<() => void>()
  #replica: Replica
  #state: RoomState = { line: 'connecting', table: null }
  #seen: Seen | null = null

  constructor(address: string, secrets: Secrets, keep: KeepToken) {
    this.#secrets = secrets
    this.#keep = keep
    this.#replica = new Replica(secrets)
    this.#line = new Line(address, {
      hello: () => this.#replica.hello(),
      receive: (frame) => this.#receive(frame),
      forget: () => {
        this.#replica = new Replica({ ...this.#secrets, token: this.#replica.token })
      },
      changed: (line) => {
        this.#changed(line)
      },
    })
  }

  state(): RoomState {
    return this.#state
  }

  seen(): Seen {
    if (!this.#seen) throw new Error('nothing is known of the room yet')
    return this.#seen
  }

  subscribe(changed: () => void): () => void {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }

  ask(command: Command): void {
    this.#line.send(this.#replica.ask(command))
    this.#changed(this.#state.line)
  }

  position(ply: number): Position {
    return this.#replica.position(ply) ?? this.seen().view.position
  }

  pgn(): string {
    return ''
  }

  journal(): string {
    return ''
  }

  close(): void {
    this.#line.close()
  }

  #receive(frame: string): string[] {
    const answers = this.#replica.receive(frame)
    const { token } = this.#replica
    if (token !== undefined) this.#keep(token)
    return answers
  }

  #changed(line: LineState): void {
    const at = Date.now()
    const view = this.#replica.view(at)
    if (view) this.#seen = { view, at }
    this.#state = { line, table: this.#seen && this }
    for (const listener of this.#listeners) listener()
  }
}
