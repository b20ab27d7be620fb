// Where the server is: with the page, unless the page was built for another host. The one file that knows, and the one
// that asks by HTTP.

import type { Kind, Phase, Reason } from './raum'
import type { ClockRule } from './table/clock-rule'

/** The server's address without a slash at its end; nothing where it is the page's own. */
const ELSEWHERE: string = (import.meta.env['VITE_SERVER_URL'] as string | undefined) ?? ''

function addressOf(path: string): URL {
  return new URL(`${ELSEWHERE.replace(/\/$/, '')}${path}`, location.href)
}

/** Where the socket of a room is. */
export function socketOf(room: string): string {
  return socketAt(`/ws/raum/${encodeURIComponent(room)}`)
}

/** Where the socket is over which the dialect of space chess is spoken. */
export function spaceSocket(): string {
  return socketAt('/ws')
}

function socketAt(path: string): string {
  const address = addressOf(path)
  address.protocol = address.protocol.replace('http', 'ws')
  return address.href
}

/** What somebody wants a room to be like. What is not named is as the kind has it. */
export interface Wish {
  kind: Kind
  passKey?: string
  start?: string
  moves?: string[]
  rules?: {
    opener?: 'first' | 'second' | null
    spectators?: boolean
    clock?: ClockRule | null
  }
}

/** Why a server did not do something: its stable code, and a sentence for people. */
export class Problem extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Opens a room, and tells its id. Throws a `Problem`. */
export async function openRoom(wish: Wish): Promise<string> {
  const { room } = await ask<{ room: string }>('/api/rooms', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wish),
  })
  return room
}

/** How a room stands, as far as whoever asks may know. */
export interface Summary {
  kind: Kind
  phase: Phase
  rules: { passKey: boolean; spectators: boolean; clock: ClockRule | null }
  freeSeats: number
  changedAt: number
  /** The seat of the token that was shown. */
  member?: number | null
  game?: {
    seats: { member: number; name: string; side: 'first' | 'second' }[]
    ply: number
    turn: 'first' | 'second'
    ending: { winner: 'first' | 'second' | null; reason: Reason } | null
  } | null
}

/** How a room stands, for the owner of a token or for anybody. Throws a `Problem`. */
export function summaryOf(room: string, token: string | null = null): Promise<Summary> {
  const headers: HeadersInit = token === null ? {} : { authorization: `Bearer ${token}` }
  return ask(`/api/rooms/${encodeURIComponent(room)}`, { headers })
}

/** A code that takes the seat of a token over on another device. Throws a `Problem`. */
export async function transferCode(room: string, token: string): Promise<string> {
  const path = `/api/rooms/${encodeURIComponent(room)}/transfers`
  const headers = { authorization: `Bearer ${token}` }
  const { code } = await ask<{ code: string }>(path, { method: 'POST', headers })
  return code
}

async function ask<Answer>(path: string, request: RequestInit): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(addressOf(path), request)
  } catch {
    throw new Problem('unreachable', 'The server cannot be reached.')
  }
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok && answer !== null) return answer as Answer
  const { code, detail } = (answer ?? {}) as { code?: unknown; detail?: unknown }
  throw new Problem(
    typeof code === 'string' ? code : 'unknown',
    typeof detail === 'string' ? detail : `The server answered ${response.status}.`,
  )
}
