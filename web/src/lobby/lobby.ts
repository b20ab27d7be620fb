// The lobby of the server: its lists, and the user's search for an opponent. The search survives navigation within the
// page, and reconnects: the socket stays open while a component shows the lists or a search is on.

import { playerName } from '../names'
import { addressOf, go } from '../route'
import { lobbySocket } from '../server'
import { currentSettings } from '../settings'
import { store, stored } from '../storage'
import { Connection } from '../table/connection'
import type { ConnectionState } from '../table/connection'
import { storeSeat } from '../table/seats'
import { readFrame } from './frames'
import type { LobbyCommand, Lists, Progress, ServerFrame } from './frames'
import { withChanges } from './lists'
import { isActive, stateAfter } from './seek'
import type { Seek, Wish } from './seek'

export interface LobbyState {
  status: ConnectionState['status']
  /** The last known lists; null until the first. */
  lists: Lists | null
  seek: Seek | null
}

/** The stored token: all tabs of a browser are one person. */
const TOKEN = 'lobby'

export class Lobby {
  readonly #listeners = new Set<() => void>()
  #connection: Connection | null = null
  #state: LobbyState = { status: 'connecting', lists: null, seek: null }
  #token: string | null = null
  /** Whether a new connection can continue the lists. */
  #canResume = false
  /** Whether the current connection accepts commands. */
  #isWelcome = false
  #number = 0
  /** The number of the last seek, to recognise its refusal. */
  #seekNumber = 0
  #offsetMillis = 0
  /** Whether the user waits for the opponent, and does nothing else. */
  #isAttended = false

  constructor() {
    document.addEventListener('visibilitychange', () => this.#answer())
  }

  /** Returns the same object until something changes. */
  state(): LobbyState {
    return this.#state
  }

  /** Subscribes to changes, and returns the function that unsubscribes. */
  subscribe(changed: () => void): () => void {
    this.#listeners.add(changed)
    this.#open()
    return () => {
      this.#listeners.delete(changed)
      this.#closeIfUnused()
    }
  }

  /** Looks for an opponent. Replaces an earlier search. */
  seek(wish: Wish): void {
    this.#update({ seek: { wish, startedAt: Date.now(), state: 'waiting' } })
    if (this.#state.status === 'ended') this.#close()
    this.#open()
    this.#send(this.#seekCommands())
  }

  /** Ends the search, or forgets why it ended. */
  withdraw(): void {
    if (isActive(this.#state.seek)) this.#send([{ type: 'withdraw' }])
    this.#update({ seek: null })
    this.#closeIfUnused()
  }

  /** Accepts the opponent that the server has found. */
  ready(): void {
    const { seek } = this.#state
    if (seek?.state !== 'offered' || seek.isReady) return
    this.#send([{ type: 'ready' }])
    this.#update({ seek: { ...seek, isReady: true } })
  }

  /** Says whether the user is waiting. If so, and the page is visible, an opponent is accepted without asking. */
  attend(isAttended: boolean): void {
    this.#isAttended = isAttended
    this.#answer()
  }

  #answer(): void {
    if (this.#isAttended && !document.hidden) this.ready()
  }

  #open(): void {
    this.#connection ??= new Connection(lobbySocket(), {
      hello: () => this.#hello(),
      receive: (frame) => this.#receive(readFrame(frame)).map((each) => JSON.stringify(each)),
      forget: () => {
        this.#canResume = false
      },
      changed: ({ status }) => {
        if (status !== 'live') this.#isWelcome = false
        // Until the lists have come, there is nothing to show.
        const isKnown = status !== 'live' || this.#state.lists !== null
        if (isKnown && status !== this.#state.status) this.#update({ status })
      },
    })
  }

  #close(): void {
    this.#connection?.close()
    this.#connection = null
    this.#isWelcome = false
  }

  #closeIfUnused(): void {
    if (this.#listeners.size === 0 && !isActive(this.#state.seek)) this.#close()
  }

  #hello(): string {
    this.#isWelcome = false
    const { lists } = this.#state
    const cursor = this.#canResume && lists ? { after: lists.number, mark: lists.mark } : {}
    const token = stored(TOKEN) ?? this.#token
    return JSON.stringify({
      type: 'hello',
      version: 1,
      ...(token !== null && { token }),
      ...cursor,
    })
  }

  /** Processes a frame and returns the frames to send. */
  #receive(frame: ServerFrame): object[] {
    switch (frame.type) {
      case 'welcome':
        this.#storeToken(frame.token)
        this.#offsetMillis = frame.now - Date.now()
        this.#isWelcome = true
        // The search ended with the previous connection.
        return this.#numbered(this.#seekCommands())
      case 'lobby':
        this.#canResume = true
        this.#update({ lists: frame })
        return []
      case 'changes':
        if (!this.#state.lists) throw new Error('a change without a state')
        this.#update({ lists: withChanges(this.#state.lists, frame) })
        return []
      case 'seek':
        return this.#numbered(this.#progress(frame))
      case 'refused':
        if (frame.number === this.#seekNumber) this.#end('refused', frame.message)
        return []
      case 'ping':
        return [{ type: 'pong', id: frame.id }]
      default:
        return []
    }
  }

  /** Stores a new token. Throws if another tab has stored one meanwhile: this tab has to use the same. */
  #storeToken(token: string | undefined): void {
    if (token === undefined) return
    if (stored(TOKEN) !== null) throw new Error('another tab has a token')
    this.#token = token
    store(TOKEN, token)
  }

  #progress(progress: Progress): LobbyCommand[] {
    const { seek } = this.#state
    if (progress.state === 'paired') {
      const { room, token } = progress
      // After a reload, the kind is unknown until the room says it.
      storeSeat({ room, kind: seek?.wish.kind ?? 'chess', token, key: null, at: Date.now() })
      this.#update({ seek: null })
      go(addressOf({ screen: 'room', room }))
      // A search that was sent again before this frame came.
      return [{ type: 'withdraw' }]
    }
    // A frame about a search that was cancelled meanwhile.
    if (!isActive(seek)) return []
    const { wish, startedAt } = seek
    this.#update({ seek: { wish, startedAt, ...stateAfter(progress, this.#offsetMillis) } })
    this.#answer()
    return []
  }

  #end(state: 'refused', message: string): void {
    const { seek } = this.#state
    if (isActive(seek)) {
      this.#update({ seek: { wish: seek.wish, startedAt: seek.startedAt, state, message } })
    }
  }

  /** The command for the current search; none without one. A search that was lost with its connection waits again. */
  #seekCommands(): LobbyCommand[] {
    const { seek } = this.#state
    if (!isActive(seek)) return []
    const { wish, startedAt } = seek
    if (seek.state === 'offered') this.#update({ seek: { wish, startedAt, state: 'waiting' } })
    const { kind, clock } = wish
    const listed = currentSettings().watchable
    return [{ type: 'seek', kind, clock, name: playerName(), listed }]
  }

  #send(commands: LobbyCommand[]): void {
    if (!this.#isWelcome) return
    this.#connection?.send(this.#numbered(commands).map((each) => JSON.stringify(each)))
  }

  #numbered(commands: LobbyCommand[]): object[] {
    return commands.map((command) => {
      this.#number += 1
      if (command.type === 'seek') this.#seekNumber = this.#number
      return { type: 'command', number: this.#number, command }
    })
  }

  #update(change: Partial<LobbyState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
