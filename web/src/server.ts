// The server's address and the HTTP requests to it. No other file knows either.

import type { operations } from './api'

/** The server's address; empty if the server also serves the page. */
const SERVER_URL: string = (import.meta.env['VITE_SERVER_URL'] as string | undefined) ?? ''

function addressOf(path: string): URL {
  return new URL(`${SERVER_URL.replace(/\/$/, '')}${path}`, location.href)
}

/** The address of a room's socket. */
export function socketOf(room: string): string {
  return socketAt(`/ws/raum/${encodeURIComponent(room)}`)
}

/** The address of the socket for the space chess dialect. */
export function spaceSocket(): string {
  return socketAt('/ws')
}

/** The address of the lobby's socket. */
export function lobbySocket(): string {
  return socketAt('/ws/lobby')
}

function socketAt(path: string): string {
  const address = addressOf(path)
  address.protocol = address.protocol.replace('http', 'ws')
  return address.href
}

/** The settings of a new room. The kind's own settings apply to fields that are absent. */
export type RoomRequest = operations['openRoom']['requestBody']['content']['application/json']

/** An error response of the server: its stable code, and a message for people. */
export class Problem extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Opens a room and returns its id. Throws a `Problem`. */
export async function openRoom(request: RoomRequest): Promise<string> {
  const { room } = await send<Response201<'openRoom'>>('/api/rooms', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
  return room
}

/** A room and its current or last game. `game` is absent where the client may not watch. */
export type RoomSummary = operations['showRoom']['responses'][200]['content']['application/json']

/** Fetches a room's summary, as the owner of a token or as a guest. Throws a `Problem`. */
export function summaryOf(room: string, token: string | null = null): Promise<RoomSummary> {
  const headers: HeadersInit = token === null ? {} : { authorization: `Bearer ${token}` }
  return send(`/api/rooms/${encodeURIComponent(room)}`, { headers })
}

/** Fetches a game of a room as PGN. Throws a `Problem`. */
export async function pgnOf(room: string, game: number, token: string | null): Promise<string> {
  const headers: HeadersInit = token === null ? {} : { authorization: `Bearer ${token}` }
  const path = `/api/rooms/${encodeURIComponent(room)}/pgn?game=${game}`
  const response = await answer(path, { headers })
  return response.text()
}

/** Requests a code that moves the token's seat to another device. Throws a `Problem`. */
export async function transferCode(room: string, token: string): Promise<string> {
  const path = `/api/rooms/${encodeURIComponent(room)}/transfers`
  const headers = { authorization: `Bearer ${token}` }
  const { code } = await send<Response201<'transferSeat'>>(path, { method: 'POST', headers })
  return code
}

/** Why a chat message is reported. */
export type ReportReason = 'abuse' | 'spam' | 'other'

/** Reports a chat message, by its entry, to the people who run the server. Throws a `Problem`. */
export async function reportEntry(
  room: string,
  token: string | null,
  report: { entry: number; reason: ReportReason },
): Promise<void> {
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` }
  await answer(`/api/rooms/${encodeURIComponent(room)}/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify(report),
  })
}

type Response201<Operation extends 'openRoom' | 'transferSeat'> =
  operations[Operation]['responses'][201]['content']['application/json']

async function send<Body>(path: string, request: RequestInit): Promise<Body> {
  const response = await answer(path, request)
  const body: unknown = await response.json().catch(() => null)
  if (body === null) throw problemIn(response, null)
  return body as Body
}

/** Sends a request. Throws a `Problem` if the server answers with an error or cannot be reached. */
async function answer(path: string, request: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetch(addressOf(path), request)
  } catch {
    throw new Problem('unreachable', 'Can’t reach the server.')
  }
  if (!response.ok) throw problemIn(response, await response.json().catch(() => null))
  return response
}

function problemIn(response: Response, body: unknown): Problem {
  const { code, detail } = (body ?? {}) as { code?: unknown; detail?: unknown }
  return new Problem(
    typeof code === 'string' ? code : 'unknown',
    typeof detail === 'string' ? detail : `The server answered ${response.status}.`,
  )
}
