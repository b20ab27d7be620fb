// The texts of the embed, the small board on other sites.

import type { Kind } from './raum'
import { notation } from './words-later'

/** The same for a room with a pass key, one without spectators, and one that does not exist. */
export const NOT_SHOWN = 'This game can’t be shown here.'
export const CONNECTING = 'Connecting…'
export const UNREACHABLE = 'Can’t reach the server. Retrying…'
export const RECONNECTING = 'Reconnecting…'
export const NOT_STARTED = 'The game hasn’t started yet.'

export const CONTROLS = 'Moves'
export const PLAY = 'Play the moves'
export const PAUSE = 'Pause'
export const START = 'Start of the game'
/** The link to the room, for screen readers; it shows the name of the product. */
export const OPEN = 'Open this game on raum'

/** "12. Nf3", "12… Nf6"; in tic-tac-toe "3. centre". */
export function moveMade(kind: Kind, number: number, isSecond: boolean, made: string): string {
  return `${number}${isSecond ? '…' : '.'} ${notation(kind, made)}`
}

export function computer(level: number): string {
  return `level ${level}`
}

/** The title of the embed: "Ann v Ben". */
export function players(first: string, second: string): string {
  return `${first} v ${second}`
}
