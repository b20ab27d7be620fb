// The engine: searches positions in a worker. The page loads this part only when a computer is to play.

import type { Command } from '../raum'
import type { Answer, Limits, Position, Report, Request, Result, Situation, Threat } from './types'

export type * from './types'

/** What belongs to one search besides its position and limits. */
export interface Options {
  /** Cancels the search, which then rejects with the reason of the signal. */
  signal?: AbortSignal
  /** Receives a report after each iteration. */
  report?: (report: Report) => void
}

/** One request to the worker. */
interface Job {
  request: Request
  options: Options
  resolve: (result: Result) => void
  reject: (reason: unknown) => void
}

/**
 * Searches positions, one at a time, in the order of the requests. The worker starts with the first request.
 *
 * A cancelled search takes its worker with it. The next one starts a new worker from the module that is already compiled,
 * and has forgotten earlier searches.
 */
export class Engine {
  #module: Promise<WebAssembly.Module> | undefined
  #worker: Worker | undefined
  #current: Job | undefined
  readonly #waiting: Job[] = []

  /** Searches a position, and resolves with the last report. */
  async search(position: Position, limits: Limits, options: Options = {}): Promise<Report> {
    return (await this.#ask({ ask: 'search', position, limits }, options)) as Report
  }

  /** What a computer does in a situation: commands, in their order. */
  async act(situation: Situation, options: Options = {}): Promise<Command[]> {
    return (await this.#ask({ ask: 'act', situation }, options)) as Command[]
  }

  /** What the other side would play if it were its turn; null in check and after the end of the game. */
  async threat(position: Position, nodes: number, options: Options = {}): Promise<Threat | null> {
    return (await this.#ask({ ask: 'threat', position, nodes }, options)) as Threat | null
  }

  /** The number of nodes of the benchmark, which is the same on every platform. */
  async signature(): Promise<number> {
    return (await this.#ask({ ask: 'signature' }, {})) as number
  }

  /** Ends the worker, and every search with an error. A later search starts a new one. */
  close(): void {
    for (const job of this.#waiting.splice(0)) job.reject(new Error('the engine is closed'))
    this.#drop(new Error('the engine is closed'))
  }

  async #ask(request: Request, options: Options): Promise<Result> {
    const { signal } = options
    signal?.throwIfAborted()
    const { promise, resolve, reject } = withResolvers<Result>()
    const job = { request, options, resolve, reject }
    const cancel = () => this.#cancel(job, signal?.reason)
    signal?.addEventListener('abort', cancel)
    this.#waiting.push(job)
    void this.#next()
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }

  #cancel(job: Job, reason: unknown): void {
    if (job === this.#current) {
      this.#drop(reason)
      return
    }
    this.#waiting.splice(this.#waiting.indexOf(job), 1)
    job.reject(reason)
  }

  /** Starts the next request, unless one is in progress. */
  async #next(): Promise<void> {
    if (this.#current) return
    const job = this.#waiting.shift()
    if (!job) return
    this.#current = job
    try {
      const module = await this.#compiled()
      // It may have been cancelled in the meantime.
      if (job !== this.#current) return
      this.#worker ??= this.#start(module)
      this.#worker.postMessage(job.request)
    } catch (error) {
      if (job === this.#current) this.#drop(error)
    }
  }

  /** The compiled module. A later request tries again if it could not be loaded. */
  #compiled(): Promise<WebAssembly.Module> {
    const module = (this.#module ??= compile())
    module.catch(() => (this.#module = undefined))
    return module
  }

  #start(module: WebAssembly.Module): Worker {
    const worker = new Worker(new URL('./engine-worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#receive(data)
    worker.onerror = ({ message }) => this.#drop(new Error(message || 'the engine did not start'))
    worker.postMessage({ ask: 'init', module } satisfies Request)
    return worker
  }

  #receive(answer: Answer): void {
    const job = this.#current
    if (answer.type === 'report') {
      job?.options.report?.(answer.report)
    } else if (answer.type === 'error') {
      // It may have failed halfway: the next request gets a new worker.
      this.#drop(new Error(answer.message))
    } else {
      this.#current = undefined
      job?.resolve(answer.result)
      void this.#next()
    }
  }

  /** Terminates the worker, rejects the request in progress and starts the next one. */
  #drop(reason: unknown): void {
    this.#worker?.terminate()
    this.#worker = undefined
    const job = this.#current
    this.#current = undefined
    job?.reject(reason)
    void this.#next()
  }
}

/** The engine of the page. */
export const engine = new Engine()

async function compile(): Promise<WebAssembly.Module> {
  const url = new URL('pkg/raum_engine_wasm_bg.wasm', import.meta.url)
  const response = await fetch(url)
  if (!response.ok) throw new Error(`the engine could not be loaded (${response.status})`)
  return WebAssembly.compile(await response.arrayBuffer())
}

/** `Promise.withResolvers`, which the library of TypeScript's ES2023 lacks. */
function withResolvers<Value>() {
  let resolve!: (value: Value) => void
  let reject!: (reason: unknown) => void
  const promise = new Promise<Value>((...functions) => ([resolve, reject] = functions))
  return { promise, resolve, reject }
}
