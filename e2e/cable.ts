// A cable between browsers and the program. What is in it waits, and it breaks, when a test says so.

import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

/** To the program, or back from it. */
type Way = 'up' | 'down'

export class Cable {
  readonly #server: Server
  readonly #ends = new Set<Socket>()
  readonly #held: { [way in Way]: boolean } = { up: false, down: false }
  #noticed: (() => void) | null = null

  private constructor(to: string) {
    const [host, port] = to.split(':')
    this.#server = createServer((near) => {
      const far = connect(Number(port), host)
      this.#join(near, far, 'up')
      this.#join(far, near, 'down')
    })
  }

  /** A cable to an address, with an end of its own. */
  static async to(address: string): Promise<Cable> {
    const cable = new Cable(address)
    cable.#server.listen(0, '127.0.0.1')
    await once(cable.#server, 'listening')
    return cable
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Lets nothing through this way from now on. It answers as soon as something would have come. */
  hold(way: Way): { something: Promise<void> } {
    this.#held[way] = true
    return {
      something: new Promise((resolve) => {
        this.#noticed = resolve
      }),
    }
  }

  /** Breaks all connections; whatever was held in them is lost. Others can be made. */
  cut(): void {
    this.#held.up = this.#held.down = false
    for (const end of this.#ends) end.destroy()
  }

  async end(): Promise<void> {
    this.#server.close()
    this.cut()
    await once(this.#server, 'close')
  }

  #join(from: Socket, to: Socket, way: Way): void {
    this.#ends.add(from)
    from.setNoDelay(true)
    from.on('data', (bytes) => {
      if (this.#held[way]) this.#noticed?.()
      else to.write(bytes)
    })
    // An end that breaks is closed, too.
    from.on('error', () => undefined)
    from.on('close', () => {
      this.#ends.delete(from)
      to.destroy()
    })
  }
}
