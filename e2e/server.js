// The program as the tests have built it, on a free port.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const program = process.env.RAUM ?? '../target/debug/raum'

/**
 * Starts a server with these arguments, at this address or on a free port.
 *
 * @param {{ args?: string[], listen?: string }} [options]
 */
export async function serve({ args = [], listen = '127.0.0.1:0' } = {}) {
  const child = spawn(program, ['serve', '--listen', listen, ...args], {
    env: { RAUM_LOG: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [line] = await once(createInterface(child.stdout), 'line')
  return {
    address: line.replace('raum is at http://', ''),
    /** Has it stand still, as if the network did: it takes connections and answers nothing. */
    pause() {
      child.kill('SIGSTOP')
    },
    resume() {
      child.kill('SIGCONT')
    },
    /** Tells it to end, and waits until it has. */
    async end() {
      // One that stands still would not hear it.
      child.kill('SIGCONT')
      child.kill('SIGTERM')
      const [code] = await ended
      return code
    },
  }
}
