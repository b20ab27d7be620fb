// A table on one device: a room inside the page, stored in the browser after every change.

import { LocalTable, indexOf } from '../raum'
import type { Command, Kind, LocalTableOptions, Position } from '../raum'
import * as words from '../words'
import {
  removeTable,
  storeTable,
  storePrevious,
  storedTable,
  previousJournals,
  watchTable,
} from './saved-tables'
import type { Snapshot, Table } from './table'
import { today } from './today'

export class HotSeat implements Table {
  readonly kind: Kind
  #room: LocalTable
  #snapshot: Snapshot
  #isStored = true
  #flag: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()
  #unwatch: () => void = () => undefined

  private constructor(kind: Kind, room: LocalTable) {
    this.kind = kind
    this.#room = room
    this.#snapshot = snapshotOf(room)
  }

  /** Loads the stored table of a kind, or starts a new game. A journal that cannot be read is set aside. */
  static at(kind: Kind): HotSeat {
    const journal = storedTable(kind, 'now')
    if (journal !== null) {
      try {
        return new HotSeat(kind, LocalTable.load(journal))
      } catch {
        storeTable(kind, 'unreadable', journal)
      }
    }
    return new HotSeat(kind, LocalTable.open(kind))
  }

  snapshot(): Snapshot {
    return this.#snapshot
  }

  /** Whether the game is stored and survives a reload. */
  get isStored(): boolean {
    return this.#isStored
  }

  /** While the table has subscribers, its clock runs and it follows other pages of this browser. */
  subscribe(changed: () => void): () => void {
    this.#listeners.add(changed)
    if (this.#listeners.size === 1) {
      this.#unwatch = watchTable(this.kind, (journal) => this.#follow(journal))
      this.#scheduleFlag()
    }
    return () => {
      this.#listeners.delete(changed)
      if (this.#listeners.size > 0) return
      this.#unwatch()
      clearTimeout(this.#flag)
    }
  }

  ask(command: Command): void {
    this.#room.ask(command)
    this.#store()
    this.#changed()
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

  /** Starts a new game. Throws, and changes nothing, if the position is not valid. */
  begin(options: LocalTableOptions): void {
    this.put(LocalTable.open(this.kind, options))
  }

  /** Replaces the game; the previous one can be restored. */
  put(room: LocalTable): void {
    const { kind } = room.view()
    if (kind !== this.kind) throw new Error(words.wrongKind(kind))
    storePrevious(this.kind, [...previousJournals(this.kind), ...this.#playedJournal()])
    this.#replace(room)
  }

  /** Whether a previous game can be restored. */
  get hasPrevious(): boolean {
    return previousJournals(this.kind).length > 0
  }

  /** Restores the previous game. The current one becomes the oldest, so repeated calls cycle through all of them. */
  restorePrevious(): void {
    const before = previousJournals(this.kind)
    const journal = before.pop()
    if (journal === undefined) return
    const room = LocalTable.load(journal)
    storePrevious(this.kind, [...this.#playedJournal(), ...before])
    this.#replace(room)
  }

  /** A stored journal that could not be read. */
  get unreadable(): string | null {
    return storedTable(this.kind, 'unreadable')
  }

  /** Deletes the unreadable journal. */
  forgetUnreadable(): void {
    removeTable(this.kind, 'unreadable')
    this.#changed()
  }

  /** The journal of the current game, if it has moves. */
  #playedJournal(): string[] {
    return this.#snapshot.view.moves.length > 0 ? [this.journal()] : []
  }

  #replace(room: LocalTable): void {
    this.#room = room
    this.#store()
    this.#changed()
  }

  /** Loads the journal that another page of this browser has stored. */
  #follow(journal: string): void {
    try {
      this.#room = LocalTable.load(journal)
    } catch {
      // A newer page may write a journal that this one cannot read.
      return
    }
    this.#changed()
  }

  #store(): void {
    this.#isStored = storeTable(this.kind, 'now', this.journal())
  }

  #changed(): void {
    this.#snapshot = snapshotOf(this.#room)
    this.#scheduleFlag()
    for (const listener of this.#listeners) listener()
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
        this.#store()
        this.#changed()
      },
      Math.max(0, at + left - Date.now()),
    )
  }
}

function snapshotOf(room: LocalTable): Snapshot {
  const at = Date.now()
  return { view: room.view(at), at }
}
