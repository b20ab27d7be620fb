// What this browser keeps of tables: a journal each for the game on a board, the one before it, and one that
// could not be read. The one file that knows where.

import type { Kind } from '../raum'

export type Place = 'now' | 'before' | 'unreadable'

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
