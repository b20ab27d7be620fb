// What this browser keeps of tables: the journal of the game on a board, those of the games before it, and one
// that could not be read. The one file that knows where.

import type { Kind } from '../raum'

export type Place = 'now' | 'before' | 'unreadable'

/** Far more games than anybody looks for, and still little of what a browser keeps for a page. */
const BEFORE_MAX = 50

function keyOf(kind: Kind, place: Place): string {
  return `raum.table.${kind}.${place}`
}

/** Keeps a journal. It answers whether it could: a browser may have no room, or be told to keep nothing. */
export function keep(kind: Kind, place: Place, journal: string): boolean {
  try {
    localStorage.setItem(keyOf(kind, place), journal)
    return true
  } catch {
    return false
  }
}

export function kept(kind: Kind, place: Place): string | null {
  try {
    return localStorage.getItem(keyOf(kind, place))
  } catch {
    return null
  }
}

/** The journals of the games before, the oldest first. */
export function keptBefore(kind: Kind): string[] {
  try {
    const journals: unknown = JSON.parse(kept(kind, 'before') ?? '[]')
    return Array.isArray(journals) ? journals.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

/** Keeps these as the games before. The oldest give way where there are too many, or too little room. */
export function keepBefore(kind: Kind, journals: readonly string[]): void {
  const newest = journals.slice(-BEFORE_MAX)
  while (!keep(kind, 'before', JSON.stringify(newest)) && newest.length > 0) newest.shift()
}

/** Forgets what was kept there. */
export function forget(kind: Kind, place: Place): void {
  try {
    localStorage.removeItem(keyOf(kind, place))
  } catch {
    // Nothing is kept, then.
  }
}

/** Tells when another page of this browser has kept another journal, until what it returns is called. */
export function watch(kind: Kind, changed: (journal: string) => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === keyOf(kind, 'now') && newValue !== null) changed(newValue)
  }
  addEventListener('storage', hear)
  return () => {
    removeEventListener('storage', hear)
  }
}
