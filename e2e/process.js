// A program that is talked to by lines, as a person at a terminal does.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export class Process {
  #child
  #lines
  #ended

  /**
   * @param {string} program
   * @param {string[]} args
   * @param {{ cwd?: string }} [options]
   */
  constructor(program, args, options = {}) {
    this.#child = spawn(program, args, { ...options, stdio: ['pipe', 'pipe', 'inherit'] })
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]()
    this.#ended = once(this.#child, 'exit')
  }

  /**
   * The next line that matches, with what it matches.
   *
   * @param {RegExp} pattern
   */
  async hears(pattern) {
    for (;;) {
      const { value, done } = await this.#lines.next()
      if (done) throw new Error(`it ended before ${pattern}`)
      const match = pattern.exec(value)
      if (match) return match
    }
  }

  /** @param {string} line */
  type(line) {
    this.#child.stdin.write(`${line}\n`)
  }

  /** Nothing more is typed. It answers with the exit code. */
  async done() {
    this.#child.stdin.end()
    const [code] = await this.#ended
    return code
  }

  /** Ends it, if it has not ended. */
  async end() {
    this.#child.kill()
    await this.#ended
  }
}
