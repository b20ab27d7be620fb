// The state of the games in which this browser has a seat.

import * as words from '../words-online'
import { Problem, summaryOf } from '../server'
import type { RoomSummary } from '../server'
import type { StoredSeat } from '../table/seats'
import { hasNoResult, sentenceOf } from '../words'

/** A room's row in the list. */
export interface GameStatus {
  /** Whose turn it is, the result, or an error. */
  state: string
  /** The opponent's name; null without an opponent. */
  opponent: string | null
  /** The time of the last change, such as "2 hours ago". */
  when: string | null
  isMyTurn: boolean
  /** The text of the position; null without a game. */
  position: string | null
  /** How many games the room had before. */
  earlier: number
  /** Whether giving up the seat abandons a game. */
  isRunning: boolean
}

/** Fetches a room's state. Never throws: errors are part of the status. */
export async function gameStatusOf({ room, token }: StoredSeat): Promise<GameStatus> {
  try {
    return statusIn(await summaryOf(room, token))
  } catch (error) {
    const isGone = error instanceof Problem && error.code === 'no-room'
    return {
      state: isGone ? words.ROOM_EXPIRED : sentenceOf(error),
      opponent: null,
      when: null,
      isMyTurn: false,
      position: null,
      earlier: 0,
      // The game may be running on an unreachable server.
      isRunning: !isGone,
    }
  }
}

function statusIn(summary: RoomSummary): GameStatus {
  const { phase, game, member, changedAt } = summary
  const opponent = game?.seats.find((seat) => seat.member !== member)
  const isMyTurn =
    phase === 'playing' && game?.seats.find((seat) => seat.side === game.turn)?.member === member
  return {
    state: stateOf(summary, isMyTurn),
    opponent: opponent?.name ?? null,
    when: words.ago(Date.now() - changedAt),
    isMyTurn,
    position: game?.position ?? null,
    earlier: Math.max(0, (game?.number ?? 0) - 1),
    isRunning: member !== null && (phase === 'waiting' || phase === 'playing'),
  }
}

function stateOf({ phase, game, member }: RoomSummary, isMyTurn: boolean): string {
  if (member === null) return words.SEAT_LOST
  if (phase === 'waiting') return words.WAITING
  if (phase === 'playing') return isMyTurn ? words.YOUR_TURN : words.THEIR_TURN
  const ending = game?.ending
  if (!ending) return words.CLOSED_SHORT
  const winner = game.seats.find((seat) => seat.side === ending.winner)
  if (hasNoResult(ending.reason)) return words.NO_RESULT
  if (!winner) return words.DRAW
  return winner.member === member ? words.YOU_WON : words.YOU_LOST
}
