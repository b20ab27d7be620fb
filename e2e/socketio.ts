// A tic-tac-toe client: the published socket.io-client, with an inbox of the events it receives.

import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'

import { Inbox } from './inbox.js'

type Transports = ('polling' | 'websocket')[]
type Mark = 'X' | 'O'

/** The ways to connect: one transport alone, or polling with an upgrade to a WebSocket. */
export const WAYS = {
  websocket: ['websocket'],
  polling: ['polling'],
  upgrade: ['polling', 'websocket'],
} satisfies { [way: string]: Transports }

/** The fields of all events; each event has some of them. */
export interface Fields {
  roomId: string
  board: (Mark | null)[]
  turn: Mark
  role: Mark
  winner: Mark | 'draw' | null
  votes: number
  code: string
  message: string
}

/** The event's name and its fields. For `disconnect` and `connect_error` the fields are the reason. */
export type Event = [name: string, fields: Fields]

export interface Options {
  namespace?: string
  reconnection?: boolean
  reconnectionDelay?: number
}

export class Client {
  readonly socket: Socket
  readonly #inbox = new Inbox<Event>()

  /** Starts to connect to a host and port. Events sent before it is connected are queued. */
  constructor(address: string, transports: Transports, options: Options = {}) {
    const { namespace = '/', ...others } = options
    this.socket = io(`http://${address}${namespace}`, {
      transports,
      forceNew: true,
      reconnection: false,
      ...others,
    })
    const receive = (name: string, fields: unknown) => this.#inbox.push([name, fields as Fields])
    this.socket.onAny(receive)
    this.socket.on('disconnect', (reason) => receive('disconnect', reason))
    this.socket.on('connect_error', (error) => receive('connect_error', error.message))
  }

  send(name: string, ...args: unknown[]): void {
    this.socket.emit(name, ...args)
  }

  /** The next event. */
  next(): Promise<Event> {
    return this.#inbox.next()
  }

  /** The code of the next event, if it is an error; otherwise the event. */
  async refusal(): Promise<string | Event> {
    const event = await this.next()
    const [name, { code }] = event
    return name === 'error' ? code : event
  }

  /** All unread events that the server sent before it answered this call. */
  async rest(): Promise<Event[]> {
    this.send('make_move', { roomId: '?' })
    const rest: Event[] = []
    for (;;) {
      const event = await this.next()
      if (event[1].code === 'ROOM_NOT_FOUND') return rest
      rest.push(event)
    }
  }

  get transport(): string {
    return this.socket.io.engine.transport.name
  }

  /** Waits for the upgrade to a WebSocket. */
  async upgraded(): Promise<void> {
    const { engine } = this.socket.io
    if (this.transport !== 'websocket') {
      await new Promise((resolve) => engine.once('upgrade', resolve))
    }
  }

  async connected(): Promise<void> {
    if (!this.socket.connected) {
      await new Promise<void>((resolve) => this.socket.once('connect', resolve))
    }
  }

  end(): void {
    this.socket.disconnect()
  }
}

export interface Game {
  x: Client
  o: Client
  roomId: string
}

/** Two clients in a room whose game has started. */
export async function pair(
  address: string,
  transports: Transports,
  passKey = 'sesame',
): Promise<Game> {
  const x = new Client(address, transports)
  x.send('create_room', { passKey })
  const [, { roomId }] = await x.next()
  const o = new Client(address, transports)
  o.send('join_room', { roomId, passKey })
  await Promise.all([x.next(), o.next()])
  return { x, o, roomId }
}

/** Marks these cells in turn, and returns the last update, which both clients have received. */
export async function play(game: Game, cells: number[], first: Mark = 'X'): Promise<Event> {
  const { x, o, roomId } = game
  const order = first === 'X' ? [x, o] : [o, x]
  let last: Event | undefined
  for (const [ply, index] of cells.entries()) {
    order[ply % 2]?.send('make_move', { roomId, index })
    last = await both(x, o)
  }
  if (!last) throw new Error('no cell to mark')
  return last
}

/** The next event of both clients, which has to be the same. */
export async function both(x: Client, o: Client): Promise<Event> {
  const [one, other] = await Promise.all([x.next(), o.next()])
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`the clients received ${JSON.stringify(one)} and ${JSON.stringify(other)}`)
  }
  return one
}
