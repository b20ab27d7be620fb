// The computer at a table on one device. It acts for the machine in a seat, with the engine in its worker. The situation is
// in the journal, so a reload in the computer's turn makes it think again.

import { currentSettings } from '../settings'
import type { Command, Thought } from '../raum'
import type { Engine } from '../engine/engine'
import type { LocalGame } from './local-game'

/** Loads the engine. Fails without a network, before the first use. */
export type EngineLoader = () => Promise<Pick<Engine, 'act'>>

const loadEngine: EngineLoader = async () => (await import('../engine/engine')).engine

/** With a clock, a move may take this share of the time left, and of the increment. */
const SHARE = { left: 1 / 20, increment: 3 / 4 }

/** The longest natural pause. A device whose clock was set back must not wait until it is that late again. */
const PAUSE_MILLIS_MAX = 1500

export class Computer {
  readonly #table: LocalGame
  readonly #load: EngineLoader
  #current: { situation: string; abort: AbortController } | undefined
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
    const situation = thought && situationOf(thought)
    if (situation === this.#current?.situation) return
    this.#stop()
    this.#fail(null)
    if (!thought || situation === undefined) return
    const abort = new AbortController()
    this.#current = { situation, abort }
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

/** Identifies a situation at any table: the key does so within one game, and the table may get another. */
function situationOf({ key, seed, start, moves }: Thought): string {
  return [key, seed, start, ...moves].join(' ')
}

/** Decides what to do. When the time for a move is over, plays the best move so far, or else the first one found. */
async function decide(
  engine: Pick<Engine, 'act'>,
  thought: Thought & { isItsTurn: boolean },
  signal: AbortSignal,
): Promise<Command[]> {
  const { leftMillis, incrementMillis } = thought
  // The computer's clock runs only in its turn.
  if (leftMillis === null || !thought.isItsTurn) return engine.act(thought, { signal })
  const enough = new AbortController()
  let isLate = false
  let best: string | undefined
  const stopIfLate = () => {
    if (isLate && best !== undefined) enough.abort()
  }
  const millis = SHARE.left * leftMillis + SHARE.increment * (incrementMillis ?? 0)
  const timer = setTimeout(() => {
    isLate = true
    stopIfLate()
  }, millis)
  try {
    return await engine.act(thought, {
      signal: AbortSignal.any([signal, enough.signal]),
      report: ({ lines }) => {
        best = lines[0]?.moves[0]
        stopIfLate()
      },
    })
  } catch (error) {
    if (!enough.signal.aborted || best === undefined) throw error
    return [{ type: 'play', move: best, ply: thought.moves.length }]
  } finally {
    clearTimeout(timer)
  }
}

/** Waits until a time, but not for longer than a natural pause. */
function until(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const millis = Math.min(Math.max(0, time - Date.now()), PAUSE_MILLIS_MAX)
    const timer = setTimeout(resolve, millis)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
