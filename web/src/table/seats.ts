// The rooms on a server that this browser has entered, with the tokens of its seats.

import type { Kind } from '../raum'
import * as storage from '../storage'

export interface StoredSeat {
  room: string
  kind: Kind
  /** The token that owns a seat; a spectator has none. */
  token: string | null
  /** The room's pass key, if it has one. */
  key: string | null
  /** When the room was last entered, in milliseconds since 1970. */
  at: number
}

const PREFIX = 'room.'

/** Stores a seat. Returns whether it could. */
export function storeSeat(seat: StoredSeat): boolean {
  return storage.store(PREFIX + seat.room, JSON.stringify(seat))
}

export function storedSeat(room: string): StoredSeat | null {
  const seat = storage.storedJson(PREFIX + room)
  return isSeat(seat) ? seat : null
}

export function removeSeat(room: string): void {
  storage.remove(PREFIX + room)
}

/** All seats of this browser, the most recent room first. */
export function storedSeats(): (StoredSeat & { token: string })[] {
  return storage
    .storedNames(PREFIX)
    .map((name) => storedSeat(name.slice(PREFIX.length)))
    .filter((seat) => seat !== null)
    .filter((seat) => seat.token !== null)
    .sort((one, other) => other.at - one.at) as (StoredSeat & { token: string })[]
}

function isSeat(stored: unknown): stored is StoredSeat {
  if (typeof stored !== 'object' || stored === null) return false
  const { room, kind, token, key, at } = stored as { [name in keyof StoredSeat]?: unknown }
  return (
    typeof room === 'string' &&
    typeof kind === 'string' &&
    (token === null || typeof token === 'string') &&
    (key === null || typeof key === 'string') &&
    typeof at === 'number'
  )
}
