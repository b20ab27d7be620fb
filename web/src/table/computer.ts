// The computer at a table on one device. It acts for the machine in a seat, with the engine in its worker. The situation is
// in the journal, so a reload in the computer's turn makes it think again.

import { currentSettings } from '../settings'
import type { Command, Thought } from '../raum'
import type { Engine, Report } from '../engine/engine'
import type { LocalGame } from './local-game'

/** Loads the engine. Fails without a network, before the first use. */
export type EngineLoader = () => Promise<Pick<Engine, 'act'>>

const loadEngine: EngineLoader = async () => (await import('../engine/engine')).engine

/** With a clock, a move may take this share of the time left, and of the increment. */
const SHARE = { left: 1 / 20, increment: 3 / 4 }

export class Computer {
  readonly #table: LocalGame
  readonly #load: EngineLoader
  #current: { key: number; abort: AbortController } | undefined
  #failure: { error: unknown } | null = null
  readonly #listeners = new Set<() => void>()

  constructor(table: LocalGame, load = loadEngine) {
    this.#table = table
    this.#load = load
  }

  /** Why the computer cannot act. Returns the same object until something changes. */
  failure(): { error: unknown } | null {
    return this.#failure
  }

  /** Subscribes to failures, and returns the function that unsubscribes. */
  subscribe(changed: () => void): () => void {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }

  /** Lets the computer play. Returns the function that stops it. */
  start(): () => void {
    const leave = this.#table.subscribe(() => this.#look())
    this.#look()
    return () => {
      leave()
      this.#stop()
    }
  }

  /** Tries again after a failure. */
  retry(): void {
    this.#stop()
    this.#look()
  }

  /** Starts to think about a new situation, and stops thinking about an old one. */
  #look(): void {
    const thought = this.#table.thought()
    if (thought?.key === this.#current?.key) return
    this.#stop()
    this.#fail(null)
    if (!thought) return
    const abort = new AbortController()
    this.#current = { key: thought.key, abort }
    this.#think(thought, abort.signal).catch((error: unknown) => {
      if (!abort.signal.aborted) this.#fail({ error })
    })
  }

  async #think(thought: Thought, signal: AbortSignal): Promise<void> {
    const engine = await this.#load()
    signal.throwIfAborted()
    const isItsTurn = thought.side === this.#table.snapshot().view.position.turn
    const commands = await decide(engine, { ...thought, isItsTurn }, signal)
    if (!currentSettings().instant) await until(thought.notBefore, signal)
    signal.throwIfAborted()
    this.#table.act(thought, commands)
  }

  #stop(): void {
    this.#current?.abort.abort()
    this.#current = undefined
  }

  #fail(failure: { error: unknown } | null): void {
    if (failure === this.#failure) return
    this.#failure = failure
    for (const listener of this.#listeners) listener()
  }
}

/** Decides what to do. When the time for a move is over, the best move so far has to do. */
async function decide(
  engine: Pick<Engine, 'act'>,
  thought: Thought & { isItsTurn: boolean },
  signal: AbortSignal,
): Promise<Command[]> {
  const { leftMillis, incrementMillis } = thought
  if (leftMillis === null) return engine.act(thought, { signal })
  const late = new AbortController()
  const millis = SHARE.left * leftMillis + SHARE.increment * (incrementMillis ?? 0)
  const timer = setTimeout(() => late.abort(), millis)
  let best: Report | undefined
  try {
    return await engine.act(thought, {
      signal: AbortSignal.any([signal, late.signal]),
      report: (report) => (best = report),
    })
  } catch (error) {
    const move = best?.lines[0]?.moves[0]
    if (!late.signal.aborted || move === undefined || !thought.isItsTurn) throw error
    return [{ type: 'play', move, ply: thought.moves.length }]
  } finally {
    clearTimeout(timer)
  }
}

/** Waits until a time. */
function until(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.max(0, time - Date.now()))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
