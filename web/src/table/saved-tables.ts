// The tables that this browser stores for each kind: the journal of the current game, the journals of the previous games,
// and one that could not be read.

import type { Kind } from '../raum'
import * as storage from '../storage'

export type Place = 'now' | 'before' | 'unreadable'

/** More games than a player looks for, and a small part of the storage of a page. */
const PREVIOUS_MAX = 50

function nameOf(kind: Kind, place: Place): string {
  return `table.${kind}.${place}`
}

/** Stores a journal. Returns whether it could. */
export function storeTable(kind: Kind, place: Place, journal: string): boolean {
  return storage.store(nameOf(kind, place), journal)
}

export function storedTable(kind: Kind, place: Place): string | null {
  return storage.stored(nameOf(kind, place))
}

export function removeTable(kind: Kind, place: Place): void {
  storage.remove(nameOf(kind, place))
}

/** The journals of the previous games, the oldest first. */
export function previousJournals(kind: Kind): string[] {
  const journals = storage.storedJson(nameOf(kind, 'before'))
  return Array.isArray(journals) ? journals.filter((each) => typeof each === 'string') : []
}

/** Stores the journals of the previous games. Drops the oldest if there are too many, or too little space. */
export function storePrevious(kind: Kind, journals: readonly string[]): void {
  const newest = journals.slice(-PREVIOUS_MAX)
  while (!storeTable(kind, 'before', JSON.stringify(newest)) && newest.length > 0) newest.shift()
}

/** Subscribes to changes by other pages of this browser, and returns the function that unsubscribes. */
export function watchTable(kind: Kind, changed: (journal: string) => void): () => void {
  return storage.watch(nameOf(kind, 'now'), changed)
}
