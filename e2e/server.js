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
    /** Tells it to end, and waits until it has. */
    async end() {
      child.kill('SIGTERM')
      const [code] = await ended
      return code
    },
    /** Ends it in the middle of whatever it does, as a crash would. */
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
