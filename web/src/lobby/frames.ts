// The frames of the lobby's socket (docs/dialects/lobby.md).

import type { ClockRule } from '../clock-rule'
import type { Kind } from '../raum'

/** What is played. */
export interface Terms {
  kind: Kind
  /** Null for a game without a clock. */
  clock: ClockRule | null
}

/** A pairing that the server offers, with the number of people who look for it. */
export interface Offered extends Terms {
  count: number
}

export interface ListedSeat {
  /** Null if sides are assigned at random. */
  side: 'first' | 'second' | null
  /** Null if the server does not show it. */
  name: string | null
  /** The computer's level; absent for a person. */
  level?: number | null
}

/** A listed room: with one seat it waits for an opponent, with two it can be watched. */
export interface ListedRoom extends Terms {
  room: string
  /** When the room was opened, in milliseconds since 1970. */
  since: number
  seats: ListedSeat[]
  spectators: number
  game: {
    ply: number
    position: string
    lastMove: string | null
    turn: 'first' | 'second'
  } | null
}

/** The state of the lobby. */
export interface Lists {
  number: number
  mark: string
  people: number
  seeks: Offered[]
  rooms: ListedRoom[]
}

export interface Changes {
  number: number
  people?: number
  seeks?: Offered[]
  rooms?: ListedRoom[]
  gone?: string[]
}

/** Progress of the client's own seek. */
export type Progress =
  | { state: 'waiting'; since: number }
  | { state: 'offered'; until: number }
  | { state: 'paired'; room: string; token: string }
  | { state: 'dropped' }
  | { state: 'replaced' }

export type ServerFrame =
  | { type: 'welcome'; token?: string; now: number }
  | ({ type: 'lobby' } & Lists)
  | ({ type: 'changes' } & Changes)
  | ({ type: 'seek' } & Progress)
  | { type: 'ping'; id: number }
  | { type: 'applied'; number: number }
  | { type: 'refused'; number: number; code: string; message: string }

export type LobbyCommand =
  | { type: 'seek'; kind: Kind; clock: ClockRule | null; name: string; listed: boolean }
  | { type: 'ready' }
  | { type: 'withdraw' }

export function readFrame(text: string): ServerFrame {
  return JSON.parse(text) as ServerFrame
}

export function isSame(one: Terms, other: Terms): boolean {
  return keyOf(one) === keyOf(other)
}

/** Terms as a text, for comparison. */
export function keyOf({ kind, clock }: Terms): string {
  return clock ? `${kind} ${clock.initialMillis} ${clock.incrementMillis}` : kind
}
