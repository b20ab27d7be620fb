// What this browser keeps of the tables of each kind: the journal of the game on the board, those of the games
// before it, and one that could not be read.

import type { Kind } from '../raum'
import * as storage from '../storage'

export type Place = 'now' | 'before' | 'unreadable'

/** Far more games than anybody looks for, and still little of what a browser keeps for a page. */
const BEFORE_MAX = 50

function nameOf(kind: Kind, place: Place): string {
  return `table.${kind}.${place}`
}

/** Keeps a journal. It answers whether it could. */
export function keep(kind: Kind, place: Place, journal: string): boolean {
  return storage.store(nameOf(kind, place), journal)
}

export function kept(kind: Kind, place: Place): string | null {
  return storage.stored(nameOf(kind, place))
}

export function forget(kind: Kind, place: Place): void {
  storage.remove(nameOf(kind, place))
}

/** The journals of the games before, the oldest first. */
export function keptBefore(kind: Kind): string[] {
  const journals = storage.storedJson(nameOf(kind, 'before'))
  return Array.isArray(journals) ? journals.filter((each) => typeof each === 'string') : []
}

/** Keeps these as the games before. The oldest give way where there are too many, or too little room. */
export function keepBefore(kind: Kind, journals: readonly string[]): void {
  const newest = journals.slice(-BEFORE_MAX)
  while (!keep(kind, 'before', JSON.stringify(newest)) && newest.length > 0) newest.shift()
}

/** Tells when another page of this browser has kept another journal, until what it returns is called. */
export function watch(kind: Kind, changed: (journal: string) => void): () => void {
  return storage.watch(nameOf(kind, 'now'), changed)
}
