// A client of tic-tac-toe as its spec knows it: the real socket.io-client, which notes down what it hears.

import { once } from 'node:events'
import { io } from 'socket.io-client'

/** The ways to talk: over one transport, or over polling first and then a WebSocket. */
export const ways = {
  websocket: ['websocket'],
  polling: ['polling'],
  upgrade: ['polling', 'websocket'],
}

export class Client {
  #heard = []
  #waiting = []

  /** Begins to connect; what is sent meanwhile waits. */
  constructor(server, transports, options = {}) {
    const { namespace = '/', ...others } = options
    this.socket = io(`http://${server.address}${namespace}`, {
      transports,
      forceNew: true,
      reconnection: false,
      ...others,
    })
    this.socket.onAny((name, fields) => this.#hear([name, fields]))
    this.socket.on('disconnect', (reason) => this.#hear(['disconnect', reason]))
    this.socket.on('connect_error', (error) => this.#hear(['connect_error', error.message]))
  }

  #hear(event) {
    const waiting = this.#waiting.shift()
    if (waiting) waiting(event)
    else this.#heard.push(event)
  }

  say(...event) {
    this.socket.emit(...event)
  }

  /** The next that it hears: the event's name and its fields. */
  next() {
    const event = this.#heard.shift()
    return event ? Promise.resolve(event) : new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** The code of the error that is the next it hears. */
  async refusal() {
    const [name, fields] = await this.next()
    return name === 'error' ? fields.code : [name, fields]
  }

  /** What it has heard and nobody has asked for. It has heard all that was said before when this answers. */
  async rest() {
    this.say('make_move', { roomId: '?' })
    const rest = []
    for (;;) {
      const event = await this.next()
      if (event[1].code === 'ROOM_NOT_FOUND') return rest
      rest.push(event)
    }
  }

  async upgraded() {
    const { engine } = this.socket.io
    if (engine.transport.name !== 'websocket') await once(engine, 'upgrade')
    return engine.transport.name
  }

  end() {
    this.socket.disconnect()
  }
}

/** Two clients in a room, who have heard that the game starts. */
export async function pair(server, transports, passKey = 'sesame') {
  const x = new Client(server, transports)
  x.say('create_room', { passKey })
  const [, { roomId }] = await x.next()
  const o = new Client(server, transports)
  o.say('join_room', { roomId, passKey })
  await Promise.all([x.next(), o.next()])
  return { x, o, roomId }
}

/** Plays these cells by turns, and tells the last update, which both have heard. */
export async function play({ x, o, roomId }, cells, first = 'X') {
  const order = first === 'X' ? [x, o] : [o, x]
  let last
  for (const [ply, index] of cells.entries()) {
    order[ply % 2].say('make_move', { roomId, index })
    last = await both(x, o)
  }
  return last
}

/** What both hear next, which is the same. */
export async function both(x, o) {
  const [one, other] = await Promise.all([x.next(), o.next()])
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} and ${JSON.stringify(other)}`)
  }
  return one
}
