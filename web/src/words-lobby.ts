// The texts of the lobby: pairing, open games, games to watch. The start screen loads them when it is idle.

import { clockName } from './clock-rule'
import type { ClockRule } from './clock-rule'
import type { Kind } from './raum'
import { KINDS } from './words'
import { isolated } from './words-online'

// Pairing.

export const ABOUT_PAIRING = 'Pick a game, and you’ll play the next person who picks the same.'
export const NO_CLOCK = 'No clock'
export const LET_OTHERS_WATCH = 'Let others watch my game'

/** How many people are connected to the server; 1 is the user. */
export function peopleHere(count: number): string {
  return count > 1 ? `${count} people here now` : 'You’re the first one here'
}

export function clockOf(clock: ClockRule | null): string {
  return clock ? clockName(clock) : NO_CLOCK
}

/** "Chess · 3+2". */
export function gameOf(kind: Kind, clock: ClockRule | null): string {
  return `${KINDS[kind].title} · ${clockOf(clock)}`
}

/** The name of a button: "Play chess, 3+2, 1 waiting". */
export function preset(kind: Kind, clock: ClockRule | null, count: number): string {
  const game = `Play ${KINDS[kind].title.toLowerCase()}, ${clockOf(clock).toLowerCase()}`
  return count > 0 ? `${game}, ${waiting(count)}` : game
}

export function waiting(count: number): string {
  return `${count} waiting`
}

// The search for an opponent.

export const YOUR_SEARCH = 'Your search'

export function lookingFor(kind: Kind, clock: ClockRule | null): string {
  return `Looking for an opponent: ${gameOf(kind, clock)}`
}

export const OPPONENT_DID_NOT_MOVE = 'Your opponent didn’t move. Looking for another…'
export const SEARCH_RECONNECTING = 'Reconnecting… Your search goes on.'

/** Who else is about while the user waits. */
export function companyOf(people: number, seekers: number): string {
  if (seekers > 0) {
    const them = seekers === 1 ? '1 person is' : `${seekers} people are`
    return `${them} waiting for a different game.`
  }
  if (people > 2) return `${people - 1} others are here, and see that you’re waiting.`
  return people === 2
    ? '1 other person is here, and sees that you’re waiting.'
    : 'No one else is here yet.'
}

export const STILL_ALONE = 'Don’t want to wait? You’ll hear when an opponent comes.'
export const PLAY_MEANWHILE = 'Play the computer meanwhile'
export const CANCEL_SEARCH = 'Cancel search'

export const OPPONENT_FOUND = 'Opponent found'
export const STARTING = 'Opponent found. Starting the game…'

/** The time to answer an offer. */
export function secondsLeft(seconds: number): string {
  return `${seconds} s left`
}

export const PLAY_NOW = 'Play'
export const DECLINE_OFFER = 'Decline'

export const DROPPED = 'An opponent came, but you didn’t answer in time. Your search ended.'
export const LOOK_AGAIN = 'Look again'
export const REPLACED = 'You’re looking for an opponent in another tab.'
export const LOOK_HERE = 'Look here instead'
export const DISMISS = 'Dismiss'

// After a paired game.

export const FIND_ANOTHER = 'Find another opponent'
/** The same on a small button. */
export const NEW_OPPONENT = 'New opponent'
export const YOU_DID_NOT_MOVE = 'You didn’t make your first move in time.'

export function moveFirst(time: string): string {
  return `Make your first move: ${time}`
}

export function movesFirst(name: string, time: string): string {
  return `${isolated(name)} has to make the first move: ${time}`
}

// Lists.

export const OPEN_GAMES = 'Open games'
export const NO_OPEN_GAMES = 'None right now. Create a game, list it here, and see who comes.'
export const NOW_PLAYING = 'Now playing'
export const NO_GAMES_TO_WATCH = 'No games to watch yet. Yours could be the first.'
export const SIT_DOWN = 'Play'
export const WATCH = 'Watch'
export const UNNAMED = 'Guest'

export function computerAt(level: number): string {
  return `Computer, level ${level}`
}

export const RETURN = 'Return'

/** The name of a link: "Play Ann: Chess · 5+0, you play Black". */
export function joinGame(opener: string, facts: readonly string[]): string {
  return `Play ${isolated(opener)}: ${facts.join(', ')}`
}

export function returnToGame(facts: readonly string[]): string {
  return `Return to your open game: ${facts.join(', ')}`
}

/** The number of the next move. */
export function moveNumber(ply: number): string {
  return `move ${Math.floor(ply / 2) + 1}`
}

/** The name of a live board: "Chess, Ann against Ben, move 12". */
export function liveBoard(kind: Kind, names: readonly string[], ply: number): string {
  const players = names.map(isolated).join(' against ')
  return `${KINDS[kind].title}, ${players}, ${moveNumber(ply)}`
}

export const LOBBY_CONNECTING = 'Connecting…'
export const LOBBY_OFFLINE =
  'The server can’t be reached right now, so open games aren’t shown. The computer still plays.'
