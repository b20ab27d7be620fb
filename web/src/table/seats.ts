// The rooms elsewhere that this browser has been in, with what proves whose seat it is.

import type { Kind } from '../raum'
import * as storage from '../storage'

export interface KeptSeat {
  room: string
  kind: Kind
  /** The token that owns a seat; a spectator has none. */
  token: string | null
  /** The room's pass key, where it has one. */
  key: string | null
  /** When the room was last entered, in milliseconds since 1970. */
  at: number
}

const BEGINNING = 'room.'

/** Keeps what is known of a room. It answers whether it could. */
export function keepSeat(seat: KeptSeat): boolean {
  return storage.store(BEGINNING + seat.room, JSON.stringify(seat))
}

export function keptSeat(room: string): KeptSeat | null {
  const seat = storage.storedJson(BEGINNING + room)
  return isSeat(seat) ? seat : null
}

export function forgetSeat(room: string): void {
  storage.remove(BEGINNING + room)
}

/** All rooms in which this browser has a seat, the last entered first. */
export function keptSeats(): (KeptSeat & { token: string })[] {
  return storage
    .storedNames(BEGINNING)
    .map((name) => keptSeat(name.slice(BEGINNING.length)))
    .filter((seat) => seat !== null)
    .filter((seat) => seat.token !== null)
    .sort((one, other) => other.at - one.at) as (KeptSeat & { token: string })[]
}

function isSeat(kept: unknown): kept is KeptSeat {
  if (typeof kept !== 'object' || kept === null) return false
  const { room, kind, token, key, at } = kept as { [name in keyof KeptSeat]?: unknown }
  return (
    typeof room === 'string' &&
    typeof kind === 'string' &&
    (token === null || typeof token === 'string') &&
    (key === null || typeof key === 'string') &&
    typeof at === 'number'
  )
}
