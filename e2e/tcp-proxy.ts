// A TCP proxy in front of a server, which holds data back or cuts connections on demand.

import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

/** To the server, or back from it. */
type Way = 'up' | 'down'

export class TcpProxy {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #held: { [way in Way]: boolean } = { up: false, down: false }
  #noticed: (() => void) | null = null

  private constructor(to: string) {
    const [host, port] = to.split(':')
    this.#server = createServer((client) => {
      const server = connect(Number(port), host)
      this.#join(client, server, 'up')
      this.#join(server, client, 'down')
    })
  }

  /** Starts a proxy to a host and port, on a free port of its own. */
  static async to(address: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(address)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Holds back everything in one direction. `something` resolves with the first data held back. */
  hold(way: Way): { something: Promise<void> } {
    this.#held[way] = true
    return {
      something: new Promise((resolve) => {
        this.#noticed = resolve
      }),
    }
  }

  /** Cuts all connections, and drops the data held back. Clients can connect again. */
  cut(): void {
    this.#held.up = this.#held.down = false
    for (const socket of this.#sockets) socket.destroy()
  }

  async end(): Promise<void> {
    this.#server.close()
    this.cut()
    await once(this.#server, 'close')
  }

  #join(from: Socket, to: Socket, way: Way): void {
    this.#sockets.add(from)
    from.setNoDelay(true)
    from.on('data', (bytes) => {
      if (this.#held[way]) this.#noticed?.()
      else to.write(bytes)
    })
    // 'close' follows every error.
    from.on('error', () => undefined)
    from.on('close', () => {
      this.#sockets.delete(from)
      to.destroy()
    })
  }
}
