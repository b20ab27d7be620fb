// An interactive command-line program: reads its output and types input, line by line.

import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

import { endWithTests } from './children.js'

export class Process {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #lines: AsyncIterator<string>
  readonly #ended: Promise<[code: number | null]>

  constructor(program: string, args: string[], options: { cwd?: string } = {}) {
    this.#child = endWithTests(
      spawn(program, args, { ...options, stdio: ['pipe', 'pipe', 'inherit'] }),
    )
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]()
    this.#ended = once(this.#child, 'exit') as Promise<[number | null]>
  }

  /** Skips output up to the next line that matches, and returns the match. */
  async prints(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const { value, done } = await this.#lines.next()
      if (done) throw new Error(`the program exited before it printed ${pattern}`)
      const match = pattern.exec(value)
      if (match) return match
    }
  }

  type(line: string): void {
    this.#child.stdin.write(`${line}\n`)
  }

  /** Closes the input, and returns the exit code. */
  async done(): Promise<number | null> {
    this.#child.stdin.end()
    const [code] = await this.#ended
    return code
  }

  /** Asks the program to end, as Ctrl-C does, and returns the exit code. */
  async quit(): Promise<number | null> {
    this.#child.kill('SIGINT')
    const [code] = await this.#ended
    return code
  }

  /** Kills the program if it is still running. */
  async end(): Promise<void> {
    this.#child.kill()
    await this.#ended
  }
}
