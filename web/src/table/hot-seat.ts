// A table at one device: a room in the page itself, kept by the browser after every change.

import { LocalTable, indexOf } from '../raum'
import type { Command, Kind, LocalTableOptions, Position } from '../raum'
import * as words from '../words'
import { forget, keep, keepBefore, kept, keptBefore, watch } from './shelf'
import type { Seen, Table } from './table'
import { today } from './today'

export class HotSeat implements Table {
  readonly kind: Kind
  #room: LocalTable
  #seen: Seen
  #isKept = true
  #flag: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()
  #unwatch: () => void = () => undefined

  private constructor(kind: Kind, room: LocalTable) {
    this.kind = kind
    this.#room = room
    this.#seen = seen(room)
  }

  /** The table of a kind as it was left, or with a new game. What cannot be read is put aside, not lost. */
  static at(kind: Kind): HotSeat {
    const journal = kept(kind, 'now')
    if (journal !== null) {
      try {
        return new HotSeat(kind, LocalTable.load(journal))
      } catch {
        keep(kind, 'unreadable', journal)
      }
    }
    return new HotSeat(kind, LocalTable.open(kind))
  }

  seen(): Seen {
    return this.#seen
  }

  /** Whether the game would survive a reload. */
  get isKept(): boolean {
    return this.#isKept
  }

  /** Time passes and other pages are heard while somebody listens. */
  subscribe(changed: () => void): () => void {
    this.#listeners.add(changed)
    if (this.#listeners.size === 1) {
      this.#unwatch = watch(this.kind, (journal) => {
        this.#follow(journal)
      })
      this.#awaitFlag()
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
    this.#keep()
    this.#changed()
  }

  position(ply: number): Position {
    return this.#room.position(ply) ?? this.#seen.view.position
  }

  pgn(): string {
    return this.#room.pgn(today()) ?? ''
  }

  journal(): string {
    return this.#room.save()
  }

  /** Begins another game. Throws, and changes nothing, if it cannot begin there. */
  begin(options: LocalTableOptions): void {
    this.put(LocalTable.open(this.kind, options))
  }

  /** Puts another room on the table; the game before can be brought back. */
  put(room: LocalTable): void {
    const { kind } = room.view()
    if (kind !== this.kind) throw new Error(words.wrongKind(kind))
    keepBefore(this.kind, [...keptBefore(this.kind), ...this.#worthKeeping()])
    this.#replace(room)
  }

  /** Whether there is a game before this one. */
  get hasBefore(): boolean {
    return keptBefore(this.kind).length > 0
  }

  /** Brings the game before back. This one is then the oldest of those before: again and again, all come by. */
  bringBack(): void {
    const before = keptBefore(this.kind)
    const journal = before.pop()
    if (journal === undefined) return
    const room = LocalTable.load(journal)
    keepBefore(this.kind, [...this.#worthKeeping(), ...before])
    this.#replace(room)
  }

  /** The journal of a table that could not be read when the page was opened. */
  get unreadable(): string | null {
    return kept(this.kind, 'unreadable')
  }

  /** Whoever has saved it elsewhere, or wants it no more, is rid of it. */
  forgetUnreadable(): void {
    forget(this.kind, 'unreadable')
    this.#changed()
  }

  /** The game now, if anything was played in it. */
  #worthKeeping(): string[] {
    return this.#seen.view.moves.length > 0 ? [this.journal()] : []
  }

  #replace(room: LocalTable): void {
    this.#room = room
    this.#keep()
    this.#changed()
  }

  /** Another page of this browser has the same table, and something happened there. */
  #follow(journal: string): void {
    try {
      this.#room = LocalTable.load(journal)
    } catch {
      // A newer page may write what this one cannot read: what is here goes on.
      return
    }
    this.#changed()
  }

  #keep(): void {
    this.#isKept = keep(this.kind, 'now', this.journal())
  }

  #changed(): void {
    this.#seen = seen(this.#room)
    this.#awaitFlag()
    for (const listener of this.#listeners) listener()
  }

  /** Looks again when the running clock is up. */
  #awaitFlag(): void {
    clearTimeout(this.#flag)
    const { view, at } = this.#seen
    if (!view.clocks?.running) return
    const left = view.clocks.leftMillis[indexOf(view.clocks.running)]
    this.#flag = setTimeout(
      () => {
        this.#room.pass()
        this.#keep()
        this.#changed()
      },
      Math.max(0, at + left - Date.now()),
    )
  }
}

function seen(room: LocalTable): Seen {
  const at = Date.now()
  return { view: room.view(at), at }
}
