// A game of space chess as its own dialect tells it: what was heard, and the view of it. The rules see the rest.

import { Record } from '../raum'
import type { Ending, May, Position, Refused, Seat, Side, View } from '../raum'
import { endingOf, moveText } from './space-frames'
import type { GameStart, MoveMade } from './space-frames'

export interface SpaceGame {
  /** The room's games are counted from 1. */
  number: number
  side: Side
  start: string | undefined
  /** The texts of the moves that the server has told of. */
  moves: readonly string[]
  /** The one that was sent and not answered yet. */
  pending: string | null
  /** An end that the board does not show, and how the server puts it. */
  end: { ending: Ending; sentence: string } | null
}

/** The game that starts. Throws if it cannot start there. */
export function begun(number: number, { color, initialPosition: start }: GameStart): SpaceGame {
  const game = { number, side: color, start, moves: [], pending: null, end: null }
  recordOf(game)
  return game
}

/** The game after a move, of whichever side. Throws at one that cannot be made. */
export function afterMove(game: SpaceGame, made: MoveMade): SpaceGame {
  const after = { ...game, moves: [...game.moves, moveText(made)], pending: null }
  recordOf(after)
  return after
}

/** The game while a move is on its way to the server. Throws at one that cannot be made. */
export function afterAsking(game: SpaceGame, move: string): SpaceGame {
  const after = { ...game, pending: move }
  recordOf(after)
  return after
}

/** The game after the server has refused something, which may be because it is over. */
export function afterError(game: SpaceGame, { code, message }: Refused): SpaceGame {
  const settled = { ...game, pending: null }
  const isNews = code === 'game_over' && !endOf(settled)
  return isNews ? { ...settled, end: { ending: endingOf(message), sentence: message } } : settled
}

/** The game with its moves, the one on its way among them; or with the first so many. */
export function recordOf(game: SpaceGame | null, ply = Infinity): Record {
  const record = Record.start('space', game?.start)
  const { moves = [], pending = null } = game ?? {}
  const shown = pending === null ? moves : [...moves, pending]
  for (const move of shown.slice(0, ply)) record.play(move)
  return record
}

function endOf(game: SpaceGame): Ending | null {
  return game.end?.ending ?? endOn(recordOf(game).position())
}

function endOn({ outcome }: Position): Ending | null {
  return outcome && { winner: outcome.winner, reason: outcome.reason }
}

/** Nothing but moves can be asked for. */
const MAY: May = {
  takeSeat: false,
  rename: false,
  play: false,
  resign: false,
  offerDraw: false,
  acceptDraw: false,
  declineDraw: false,
  claimDraw: false,
  claimAbsence: false,
  askTakeback: false,
  acceptTakeback: false,
  declineTakeback: false,
  askRematch: false,
  undo: false,
  redo: false,
  say: false,
  leave: false,
}

/** What is seen of a game, or of the wait for one. */
export function viewOf(game: SpaceGame | null, isLive: boolean, refused: Refused | null): View {
  const record = recordOf(game)
  const position = record.position()
  const pending = game !== null && game.pending !== null
  // A mate on its way is none yet.
  const ending = game && !pending ? endOf(game) : null
  const play = isLive && !pending && !ending && position.turn === game?.side
  return {
    kind: 'space',
    phase: game ? (ending ? 'over' : 'playing') : 'waiting',
    game: game?.number ?? 0,
    side: game?.side ?? null,
    seats: seatsOf(game),
    spectators: 0,
    watchers: [],
    position: { ...position, legal: play ? position.legal : [] },
    moves: record.moves(),
    redo: 0,
    clocks: null,
    claimInMillis: null,
    drawOffer: null,
    takeback: null,
    rematch: [],
    ending,
    chat: [],
    may: { ...MAY, play },
    unanswered: pending ? 1 : 0,
    pending,
    refused,
  }
}

/** Nobody has a name, and nobody is known to be away. */
function seatsOf(game: SpaceGame | null): Seat[] {
  const seat = (side: Side | null, mine: boolean): Seat => {
    return { side, name: '', mine, awaySince: null, leftAt: null }
  }
  if (!game) return [seat(null, true)]
  return (['white', 'black'] as const).map((side) => seat(side, side === game.side))
}
