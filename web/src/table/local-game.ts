// A table on one device: a room inside the page. It stores nothing.

import { indexOf } from '../raum'
import type { Command, Kind, LocalTable, Position, Thought } from '../raum'
import type { Snapshot, Table } from './table'
import { today } from './today'

export class LocalGame implements Table {
  readonly kind: Kind
  #room: LocalTable
  #snapshot: Snapshot
  #flag: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()

  constructor(room: LocalTable) {
    this.#room = room
    this.#snapshot = snapshotOf(room)
    this.kind = this.#snapshot.view.kind
  }

  snapshot(): Snapshot {
    return this.#snapshot
  }

  /** While the table has subscribers, its clock runs. */
  subscribe(changed: () => void): () => void {
    this.#listeners.add(changed)
    if (this.#listeners.size === 1) this.wake()
    return () => {
      this.#listeners.delete(changed)
      if (this.#listeners.size === 0) this.sleep()
    }
  }

  ask(command: Command): void {
    this.#room.ask(command)
    this.#decided()
  }

  /** What the computer has to do now; undefined while it has nothing to do. */
  thought(): Thought | undefined {
    return this.#room.thought()
  }

  /** Executes the computer's answer to a thought, unless the situation has changed since. */
  act({ key }: Thought, commands: readonly Command[]): void {
    this.#room.askMachine(key, commands)
    this.#decided()
  }

  position(ply: number): Position {
    return this.#room.position(ply) ?? this.#snapshot.view.position
  }

  pgn(): string {
    return this.#room.pgn(today()) ?? ''
  }

  journal(): string {
    return this.#room.save()
  }

  /** Replaces the room with a new one, or with one that is stored already. */
  protected replace(room: LocalTable, isNew: boolean): void {
    this.#room = room
    if (isNew) this.keep()
    this.changed()
  }

  /** Stores the journal, where the table has a place for it. */
  protected keep(): void {
    // Nowhere.
  }

  /** The table gets its first subscriber. */
  protected wake(): void {
    this.#scheduleFlag()
  }

  /** The table loses its last subscriber. */
  protected sleep(): void {
    clearTimeout(this.#flag)
  }

  /** Updates the snapshot after a change, and notifies the subscribers. */
  protected changed(): void {
    this.#snapshot = snapshotOf(this.#room)
    this.#scheduleFlag()
    for (const listener of this.#listeners) listener()
  }

  #decided(): void {
    this.keep()
    this.changed()
  }

  /** Ends the game when the running clock reaches zero. */
  #scheduleFlag(): void {
    clearTimeout(this.#flag)
    const { view, at } = this.#snapshot
    if (!view.clocks?.running) return
    const left = view.clocks.leftMillis[indexOf(view.clocks.running)]
    this.#flag = setTimeout(
      () => {
        this.#room.pass()
        this.#decided()
      },
      Math.max(0, at + left - Date.now()),
    )
  }
}

function snapshotOf(room: LocalTable): Snapshot {
  const at = Date.now()
  return { view: room.view(at), at }
}
