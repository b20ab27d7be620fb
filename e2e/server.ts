// The program under test, on a free port.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

import { endWithTests } from './children.js'

/** The raum binary to test. */
export const PROGRAM = process.env['RAUM'] ?? '../target/debug/raum'

export type Server = Awaited<ReturnType<typeof serve>>

/** Starts a server with these arguments, by default on a free port. */
export async function serve({ args = [] as string[], listen = '127.0.0.1:0' } = {}) {
  const child = endWithTests(
    spawn(PROGRAM, ['serve', '--listen', listen, ...args], {
      env: { RAUM_LOG: 'warn' },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  const ended = once(child, 'exit') as Promise<[code: number | null]>
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return {
    /** The host and port. */
    address: line.replace('raum is at http://', ''),
    /** Shuts the server down, and returns its exit code. */
    async end() {
      child.kill('SIGTERM')
      const [code] = await ended
      return code
    },
    /** Kills the server, as a crash would. */
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
