// A client of Chessata as its spec knows it: JSON over a WebSocket, and nothing else.

import { once } from 'node:events'
import { WebSocket } from 'ws'

export class Chessata {
  #socket
  #heard = []
  #waiting = []

  /**
   * Connects under a name, with a code.
   *
   * @param {string} address
   * @param {string} name
   * @param {string} code
   */
  static async connect(address, name, code) {
    const client = new Chessata()
    client.#socket = new WebSocket(`${address.replace('http', 'ws')}/ws/api/${name}/${code}/`)
    client.#socket.on('message', (frame) => client.#hear(JSON.parse(frame.toString())))
    await once(client.#socket, 'open')
    return client
  }

  #hear(frame) {
    const waiting = this.#waiting.shift()
    if (waiting) waiting(frame)
    else this.#heard.push(frame)
  }

  /** @param {object} frame */
  say(frame) {
    this.#socket.send(JSON.stringify(frame))
  }

  /** @param {string} move */
  play(move) {
    this.say({ type: 'move', start: move.slice(0, 2), end: move.slice(2, 4) })
  }

  #next() {
    const frame = this.#heard.shift()
    return frame ? Promise.resolve(frame) : new Promise((resolve) => this.#waiting.push(resolve))
  }

  /**
   * The next frame of a type; those before it are passed over.
   *
   * @param {string} type
   * @returns {Promise<{ [field: string]: unknown }>}
   */
  async next(type) {
    for (;;) {
      const frame = await this.#next()
      if (frame.type === type) return frame
    }
  }

  end() {
    this.#socket.close()
  }
}
