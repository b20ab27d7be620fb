// The game of a kind that this browser stores after every change: on one device, of two people or against the computer.

import { LocalTable } from '../raum'
import type { Kind, LocalTableOptions } from '../raum'
import * as words from '../words'
import { LocalGame } from './local-game'
import {
  removeTable,
  storeTable,
  storePrevious,
  storedTable,
  previousJournals,
  watchTable,
} from './saved-tables'

/** A new game: with a computer, if one is to play. */
export interface NewGameOptions extends LocalTableOptions {
  computer?: { level: number; side: 'first' | 'second' }
}

export class HotSeat extends LocalGame {
  #isStored = true
  #unwatch: () => void = () => undefined

  /** Loads the stored table of a kind, or starts a new game. A journal that cannot be read is set aside. */
  static at(kind: Kind): HotSeat {
    const journal = storedTable(kind, 'now')
    if (journal !== null) {
      try {
        return new HotSeat(LocalTable.load(journal))
      } catch {
        storeTable(kind, 'unreadable', journal)
      }
    }
    return new HotSeat(LocalTable.open(kind))
  }

  /** Whether the game is stored and survives a reload. */
  get isStored(): boolean {
    return this.#isStored
  }

  /** Starts a new game. Throws, and changes nothing, if the position is not valid. */
  begin({ computer, ...options }: NewGameOptions): void {
    const room = LocalTable.open(this.kind, options)
    if (computer) room.ask({ type: 'seat-machine', ...computer })
    this.put(room)
  }

  /** Replaces the game; the previous one can be restored. */
  put(room: LocalTable): void {
    const { kind } = room.view()
    if (kind !== this.kind) throw new Error(words.wrongKind(kind))
    storePrevious(this.kind, [...previousJournals(this.kind), ...this.#playedJournal()])
    this.replace(room, true)
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
    this.replace(room, true)
  }

  /** A stored journal that could not be read. */
  get unreadable(): string | null {
    return storedTable(this.kind, 'unreadable')
  }

  /** Deletes the unreadable journal. */
  forgetUnreadable(): void {
    removeTable(this.kind, 'unreadable')
    this.changed()
  }

  /** While the table has subscribers, it follows other pages of this browser. */
  protected override wake(): void {
    this.#unwatch = watchTable(this.kind, (journal) => this.#follow(journal))
    super.wake()
  }

  protected override sleep(): void {
    this.#unwatch()
    super.sleep()
  }

  protected override keep(): void {
    this.#isStored = storeTable(this.kind, 'now', this.journal())
  }

  /** The journal of the current game, if it has moves. */
  #playedJournal(): string[] {
    return this.snapshot().view.moves.length > 0 ? [this.journal()] : []
  }

  /** Loads the journal that another page of this browser has stored. */
  #follow(journal: string): void {
    let room: LocalTable
    try {
      room = LocalTable.load(journal)
    } catch {
      // A newer page may write a journal that this one cannot read.
      return
    }
    this.replace(room, false)
  }
}
