// What helps to read a board: the chosen piece in words, its lines by class, the cells that the other side attacks.

import { useSyncExternalStore } from '../hooks'
import type { Kind, Role, Side } from '../raum'

export interface ExplainedPiece {
  kind: Kind
  side: Side
  role: Role
}

export interface Aids {
  /** The selected piece that is explained. */
  piece: ExplainedPiece | null
  /** Whether the lines of the selected piece are marked by how many axes they follow. */
  lines: boolean
  /** Whether attacked cells are marked. */
  attacked: boolean
}

let aids: Aids = { piece: null, lines: false, attacked: false }
const listeners = new Set<() => void>()

export function useAids(): Aids {
  return useSyncExternalStore(subscribe, () => aids)
}

export function changeAids(change: Partial<Aids>): void {
  aids = { ...aids, ...change }
  for (const listener of listeners) listener()
}

/** Switches lines or attacked cells on or off. */
export function toggleAid(name: 'lines' | 'attacked'): void {
  changeAids({ [name]: !aids[name] })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
