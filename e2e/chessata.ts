// A Chessata client in the test process: plays against the page, and joins rooms that the page has opened.

import { once } from 'node:events'
import { WebSocket } from 'ws'

import { Inbox } from './inbox.js'

interface Frame {
  type: string
  [field: string]: unknown
}

export class Chessata {
  readonly #socket: WebSocket
  readonly #inbox = new Inbox<Frame>()

  private constructor(url: string) {
    this.#socket = new WebSocket(url)
    this.#socket.on('message', (frame) => this.#inbox.push(JSON.parse(String(frame)) as Frame))
  }

  /** Connects to the room with this code, under a player name. */
  static async connect(address: string, name: string, code: string): Promise<Chessata> {
    const client = new Chessata(`${address.replace('http', 'ws')}/ws/api/${name}/${code}/`)
    await once(client.#socket, 'open')
    return client
  }

  send(frame: Frame): void {
    this.#socket.send(JSON.stringify(frame))
  }

  /** Plays a move such as `e2e4`. */
  play(move: string): void {
    this.send({ type: 'move', start: move.slice(0, 2), end: move.slice(2, 4) })
  }

  /** Skips frames up to the next one of this type, and returns it. */
  async next(type: string): Promise<Frame> {
    for (;;) {
      const frame = await this.#inbox.next()
      if (frame.type === type) return frame
    }
  }

  end(): void {
    this.#socket.close()
  }
}
