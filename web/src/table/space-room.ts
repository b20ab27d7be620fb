// A room elsewhere in the dialect of space chess: create, join, move, and no other word.

import { LocalTable } from '../raum'
import type { Command, Position, Refused } from '../raum'
import * as words from '../words-online'
import { spaceSocket } from '../server'
import { sentenceOf } from '../words'
import { Line } from './line'
import type { Close, LineState } from './line'
import type { Remote, RemoteState } from './remote'
import { moveFrame } from './space-frames'
import type { Heard, Said } from './space-frames'
import { afterAsking, afterError, afterMove, begun, recordOf, viewOf } from './space-game'
import type { SpaceGame } from './space-game'
import type { Seen, Table } from './table'
import { today } from './today'

/** A join is answered by the start of a game or by an error. Whoever hears neither for so long waits for somebody. */
const ANSWER_MILLIS = 1000

/** Why somebody is not let in, by the codes that end a connection in the native dialect. */
const CLOSES: { [code: string]: number } = {
  unknown_game: 4003,
  too_many_requests: 4008,
  journal_unavailable: 4010,
  server_full: 4011,
}
const CODE_NOT_LET_IN = 4004
const CODE_SENSELESS = 4000

/** Rooms whose line lasts from screen to screen: no other line could go on with the game. */
const lasting = new Map<string, SpaceRoom>()

export class SpaceRoom implements Remote, Table {
  readonly dialect = 'space'
  readonly isKept = false
  readonly token = null
  readonly #listeners = new Set<() => void>()
  /** Null until it is created. */
  #room: string | null
  #line: Line | null = null
  /** Whether a seat is ours on the line there is. */
  #isSeated = false
  #state: RemoteState = { line: { status: 'connecting', close: null }, table: null }
  #game: SpaceGame | null = null
  #refused: Refused | null = null
  #seen: Seen | null = null
  #answer: ReturnType<typeof setTimeout> | undefined
  #leaving: ReturnType<typeof setTimeout> | undefined

  private constructor(room: string | null) {
    this.#room = room
  }

  /** Opens a room, and waits in it. Throws a sentence if it cannot be. */
  static async create(): Promise<SpaceRoom> {
    const remote = new SpaceRoom(null)
    remote.#line = remote.#connect()
    await new Promise<void>((resolve, reject) => {
      const look = () => {
        const { close } = remote.#state.line
        if (remote.#room === null && close === null) return
        remote.#listeners.delete(look)
        if (remote.#room !== null) resolve()
        else reject(new Error(close?.reason === '' ? words.UNREACHABLE : close?.reason))
      }
      remote.#listeners.add(look)
    })
    lasting.set(remote.room, remote)
    return remote
  }

  /** The room of an id: the one that this page is in already, or else one to join. */
  static of(room: string): SpaceRoom {
    const remote = lasting.get(room) ?? new SpaceRoom(room)
    lasting.set(room, remote)
    return remote
  }

  get room(): string {
    return this.#room ?? ''
  }

  state(): RemoteState {
    return this.#state
  }

  seen(): Seen {
    if (!this.#seen) throw new Error('nothing is known of the room yet')
    return this.#seen
  }

  subscribe(changed: () => void): () => void {
    clearTimeout(this.#leaving)
    this.#listeners.add(changed)
    this.#line ??= this.#connect()
    return () => {
      this.#listeners.delete(changed)
      if (this.#listeners.size > 0) return
      // The next screen may listen at once, and would have nothing to go on with.
      this.#leaving = setTimeout(() => {
        lasting.delete(this.room)
        this.#hangUp()
      })
    }
  }

  reconnect(): void {
    this.#hangUp()
    this.#line = this.#connect()
  }

  ask(command: Command): void {
    this.#refused = this.#asked(command)
    this.#look()
  }

  /** Nobody has a name here. */
  rename(name: string): void {
    this.ask({ type: 'rename', name })
  }

  position(ply: number): Position {
    return { ...recordOf(this.#game, ply).position(), legal: [] }
  }

  pgn(): string {
    const sentence = this.#game?.end?.sentence
    return recordOf(this.#game).export({
      Date: today(),
      ...(sentence !== undefined && { Termination: sentence }),
    })
  }

  /** The dialect has no journal: this is the one of a table at one device with the same moves. */
  journal(): string {
    return LocalTable.import(this.pgn()).save()
  }

  #connect(): Line {
    this.#isSeated = false
    return new Line(spaceSocket(), {
      hello: () => this.#hello(),
      receive: (frame) => {
        this.#receive(frame)
        return []
      },
      forget: () => undefined,
      changed: (line) => {
        this.#changed(line)
      },
      // A seat that is lost before the game can be taken again.
      canResume: () => this.#room !== null && this.#game === null,
      isQuiet: true,
    })
  }

  #hangUp(): void {
    clearTimeout(this.#answer)
    this.#line?.close()
    this.#line = null
  }

  #hello(): string {
    this.#answer = setTimeout(() => {
      this.#look({ status: 'live', close: null })
    }, ANSWER_MILLIS)
    return frame(
      this.#room === null ? { type: 'create_game' } : { type: 'join_game', gameId: this.#room },
    )
  }

  /** Sends a move if it can be made, and tells why not if it cannot. */
  #asked(command: Command): Refused | null {
    if (command.type !== 'play') return { code: 'no-word', message: words.NOT_SUPPORTED }
    if (!this.#game || !this.#seen?.view.may.play) {
      return { code: 'not-your-turn', message: words.NOT_YOUR_TURN }
    }
    try {
      this.#game = afterAsking(this.#game, command.move)
    } catch (error) {
      return { code: 'illegal-move', message: sentenceOf(error) }
    }
    this.#line?.send([frame(moveFrame(command.move))])
    return null
  }

  #receive(text: string): void {
    clearTimeout(this.#answer)
    try {
      this.#hear(JSON.parse(text) as Heard)
    } catch {
      this.#end({ code: CODE_SENSELESS, reason: words.INVALID_UPDATE })
    }
  }

  #hear(heard: Heard): void {
    switch (heard.type) {
      case 'game_created':
        this.#isSeated = true
        this.#room = heard.gameId
        return
      case 'game_start':
        this.#isSeated = true
        this.#refused = null
        this.#game = begun((this.#game?.number ?? 0) + 1, heard)
        return
      case 'move_made':
        if (!this.#game) throw new Error('there is no game')
        this.#game = afterMove(this.#game, heard)
        return
      case 'error':
        this.#hearError(heard)
    }
  }

  #hearError({ code, message }: Refused): void {
    if (!this.#game || !this.#isSeated) {
      this.#end({ code: CLOSES[code] ?? CODE_NOT_LET_IN, reason: message })
      return
    }
    this.#refused = { code, message }
    this.#game = afterError(this.#game, this.#refused)
  }

  #changed(line: LineState): void {
    // What was ended here has its sentence already.
    if (this.#state.line.status === 'ended' && line.status === 'live') return
    const isLost = line.status === 'ended' && this.#game !== null
    const close = { code: line.close?.code ?? 0, reason: words.CANNOT_RESUME }
    this.#look(isLost ? { ...line, close } : line)
  }

  #end(close: Close): void {
    this.#hangUp()
    this.#look({ status: 'ended', close })
  }

  #look(line = this.#state.line): void {
    const isLive = line.status === 'live'
    if (this.#game !== null || (this.#room !== null && isLive)) {
      this.#seen = { view: viewOf(this.#game, isLive, this.#refused), at: Date.now() }
    }
    this.#state = { line, table: this.#seen && this }
    for (const listener of this.#listeners) listener()
  }
}

function frame(said: Said): string {
  return JSON.stringify(said)
}
