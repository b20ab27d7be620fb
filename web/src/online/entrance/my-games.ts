// How the rooms stand in which this browser has a seat.

import * as words from '../../words-online'
import { Problem, summaryOf } from '../../server'
import type { RoomSummary } from '../../server'
import type { KeptSeat } from '../../table/seats'
import { sentenceOf } from '../../words'

/** A room as the list shows it. */
export interface Standing {
  /** Whose turn it is, how the game ended, or why nothing is known. */
  state: string
  /** The opponent's name; null while there is none. */
  opponent: string | null
  /** When something last happened, as people say it. */
  when: string | null
  isMyTurn: boolean
  /** Whether something is given up with the seat. */
  isUnderWay: boolean
}

/** Asks how a room stands. Never throws: what cannot be known is told, too. */
export async function standingOf({ room, token }: KeptSeat): Promise<Standing> {
  try {
    return standingIn(await summaryOf(room, token))
  } catch (error) {
    const isGone = error instanceof Problem && error.code === 'no-room'
    return {
      state: isGone ? words.ROOM_EXPIRED : sentenceOf(error),
      opponent: null,
      when: null,
      isMyTurn: false,
      // Whatever cannot be asked may well go on.
      isUnderWay: !isGone,
    }
  }
}

function standingIn(summary: RoomSummary): Standing {
  const { phase, game, member, changedAt } = summary
  const opponent = game?.seats.find((seat) => seat.member !== member)
  const isMyTurn =
    phase === 'playing' && game?.seats.find((seat) => seat.side === game.turn)?.member === member
  return {
    state: stateOf(summary, isMyTurn),
    opponent: opponent?.name ?? null,
    when: words.ago(Date.now() - changedAt),
    isMyTurn,
    isUnderWay: member !== null && (phase === 'waiting' || phase === 'playing'),
  }
}

function stateOf({ phase, game, member }: RoomSummary, isMyTurn: boolean): string {
  if (member === null) return words.SEAT_LOST
  if (phase === 'waiting') return words.WAITING
  if (phase === 'playing') return isMyTurn ? words.YOUR_TURN : words.THEIR_TURN
  const ending = game?.ending
  if (!ending) return words.CLOSED_SHORT
  const winner = game.seats.find((seat) => seat.side === ending.winner)
  if (ending.reason === 'interrupted') return words.NO_RESULT
  if (!winner) return words.DRAW
  return winner.member === member ? words.YOU_WON : words.YOU_LOST
}
