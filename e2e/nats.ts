// A NATS server with JetStream, on a free port, which survives being killed.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { endWithTests } from './children.js'

/** The program, which `make setup` installs. */
const PROGRAM = process.env['NATS_SERVER'] ?? '../.venv/bin/nats-server'

export type Nats = Awaited<ReturnType<typeof startNats>>

export async function startNats() {
  const folder = mkdtempSync(join(tmpdir(), 'raum-nats-'))
  const port = await freePort()
  const start = () => {
    const args = ['-js', '-a', '127.0.0.1', '-p', String(port), '-sd', folder]
    return endWithTests(spawn(PROGRAM, args, { stdio: 'ignore' }))
  }
  let child = start()
  await listening(port)
  return {
    url: `nats://127.0.0.1:${port}`,
    /** Kills the server, as a power cut would. Its files stay. */
    async kill() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    /** Starts it again after `kill`. */
    async restart() {
      child = start()
      await listening(port)
    },
    async end() {
      await this.kill()
      rmSync(folder, { recursive: true })
    },
  }
}

/** A port that nothing listens at. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Waits until something listens at a port. */
async function listening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return
    } catch {
      await setTimeout(50)
    } finally {
      socket.destroy()
    }
  }
}
