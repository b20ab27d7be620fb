// A game in the space chess dialect. It translates frames to entries of the native dialect, and a replica applies them.

import { GameRecord, indexOf } from '../raum'
import { Replica } from '../raum/replica'
import type { Command, May, Position, Refused, View } from '../raum'
import { ENDINGS } from '../raum/space-endings'
import { sentenceOf } from '../words'
import * as words from '../words-online'
import { moveText } from './space-frames'
import type { GameStart, MoveMade } from './space-frames'
import { today } from './today'

const ME = 1
const OPPONENT = 2

/** The dialect has no names: the server gives this one to its players, too. */
const name = words.GUEST

const RULES = {
  spectators: false,
  chat: false,
  passKey: false,
  opener: null,
  solo: false,
  leaver: { type: 'keeps-seat', graceMillis: 60_000 },
  rematch: 'none',
  takeback: false,
  clock: null,
}

/** The ending of a game whose opponent left and freed the seat. */
const ABANDONED = { winner: null, reason: 'leaving' }

export class SpaceGame {
  /** The number of the game in its room, from 1; 0 while the room waits for an opponent. */
  readonly number: number
  readonly #replica = new Replica()
  #seq = 0
  #commands = 0
  /** The number of the move that was sent and has no response yet. */
  #pending: number | null = null

  private constructor(number: number, event: object) {
    this.number = number
    const welcome = { version: 1, room: '', member: ME, last: 0, now: Date.now() }
    this.#receive({ type: 'welcome', ...welcome })
    this.#append(event)
  }

  /** A room that waits for an opponent. */
  static waiting(): SpaceGame {
    const start = GameRecord.start('space').position().text
    const opening = { format: 1, kind: 'space', rules: RULES, start }
    const game = new SpaceGame(0, { type: 'room-opened', ...opening })
    game.#append({ type: 'seat-taken', member: ME, name, side: null })
    return game
  }

  /** Starts a game. Throws if its position is not valid. */
  static start(number: number, { color, initialPosition }: GameStart): SpaceGame {
    const start = GameRecord.start('space', initialPosition).position().text
    const members = color === 'white' ? [ME, OPPONENT] : [OPPONENT, ME]
    return new SpaceGame(number, {
      type: 'game-started',
      kind: 'space',
      rules: RULES,
      number,
      nextMember: OPPONENT + 1,
      seats: members.map((member) => ({ member, name })),
      start,
    })
  }

  /** The member's view. The only command that the dialect has is a move. */
  view(isLive: boolean): View {
    const view = this.#view()
    const play = isLive && view.may.play
    const forbidden = Object.keys(view.may).map((command) => [command, false])
    return {
      ...view,
      position: { ...view.position, legal: play ? view.position.legal : [] },
      may: { ...(Object.fromEntries(forbidden) as May), play },
    }
  }

  position(ply: number): Position {
    return this.#replica.position(ply) ?? this.#view().position
  }

  pgn(): string {
    return this.#replica.pgn(today()) ?? ''
  }

  journal(): string {
    return this.#replica.journal()
  }

  /** Issues a command, and returns the text of the move to send. The view shows a refusal. */
  ask(command: Command, isLive: boolean): string | null {
    const before = this.view(isLive)
    this.#replica.ask(command)
    this.#commands += 1
    const refused = refusalOf(command, before)
    if (command.type === 'play' && !refused) {
      this.#pending = this.#commands
      return command.move
    }
    this.#receive({ type: 'refused', number: this.#commands, ...refused })
    return null
  }

  /** Plays a move of either side. Throws if it is not legal. */
  move(made: MoveMade): void {
    const plies = this.#plies()
    const answers = this.#pending !== null && { answers: { member: ME, number: this.#pending } }
    this.#pending = null
    this.#append({ type: 'move-played', move: moveText(made) }, answers || {})
    if (this.#plies() === plies) throw new Error(words.INVALID_UPDATE)
    const { outcome } = this.#view().position
    if (!outcome) return
    const winner = outcome.winner && (['first', 'second'] as const)[indexOf(outcome.winner)]
    this.#append({ type: 'game-ended', winner, reason: outcome.reason })
  }

  /** Shows an error of the server, and ends the game if the error reports its end. */
  refuse({ code, message }: Refused): void {
    this.#receive({ type: 'refused', number: this.#pending ?? 0, code, message })
    this.#pending = null
    if (code !== 'game_over' || this.#view().ending) return
    this.#append({ type: 'game-ended', ...(ENDINGS[message] ?? ABANDONED) })
  }

  /** The number of moves that the server has confirmed. */
  #plies(): number {
    const { moves, pending } = this.#view()
    return moves.length - Number(pending)
  }

  #view(): View {
    const view = this.#replica.view()
    if (!view) throw new Error('the replica has no entry')
    return view
  }

  #append(event: object, answers: object = {}): void {
    this.#seq += 1
    const entry = { seq: this.#seq, at: Date.now(), ...answers, event }
    this.#receive({ type: 'entries', entries: [entry] })
  }

  #receive(frame: object): void {
    this.#replica.receive(JSON.stringify(frame))
  }
}

/** Why a command cannot be sent. */
function refusalOf(command: Command, { may, position }: View): Refused | null {
  if (command.type !== 'play') return { code: 'no-word', message: words.NOT_SUPPORTED }
  if (!may.play) return { code: 'not-your-turn', message: words.NOT_YOUR_TURN }
  try {
    GameRecord.start('space', position.text).play(command.move)
    return null
  } catch (error) {
    return { code: 'illegal-move', message: sentenceOf(error) }
  }
}
