// All the words on screen, and those that only screen readers say. The specs' own where they give them.

import type { Mark } from './board/marks'
import type { Claim, Ending, Kind, Reason, Role, Side } from './raum'

export const PRODUCT = 'raum'
export const MOTTO = 'Board games, in space and in rooms.'

export const KINDS: { [kind in Kind]: { title: string; about: string } } = {
  chess: { title: 'Chess', about: 'Eight by eight, as the world plays it.' },
  space: { title: 'Space chess', about: 'Five levels of five by five, and unicorns.' },
  tictactoe: { title: 'Tic-tac-toe', about: 'Three in a row.' },
}

export const SIDES: { [side in Side]: string } = { white: 'White', black: 'Black', X: 'X', O: 'O' }

export const ROLES: { [role in Role]: string } = {
  king: 'King',
  queen: 'Queen',
  rook: 'Rook',
  bishop: 'Bishop',
  knight: 'Knight',
  unicorn: 'Unicorn',
  pawn: 'Pawn',
  mark: 'Mark',
}

export const CLAIMS: { [claim in Claim]: string } = {
  'threefold-repetition': 'Threefold repetition',
  'fifty-moves': 'Fifty-move rule',
}

const REASONS: { [reason in Reason]: string } = {
  ...CLAIMS,
  checkmate: 'Checkmate',
  line: 'Three in a row',
  stalemate: 'Stalemate',
  'dead-position': 'Insufficient material',
  'fivefold-repetition': 'Fivefold repetition',
  'seventy-five-moves': 'Seventy-five-move rule',
  'full-board': 'The board is full',
  agreement: 'Agreement',
  resignation: 'Resignation',
  time: 'Time is up',
  absence: 'Absence',
  leaving: 'Left the game',
}

/** "Checkmate — White wins", "Draw — Stalemate". */
export function ending({ winner, reason }: Ending): string {
  if (winner !== null) return `${REASONS[reason]} — ${SIDES[winner]} wins`
  // A flag has fallen, and yet nobody wins.
  const why = reason === 'time' ? 'Time is up, and too little is left to mate' : REASONS[reason]
  return `Draw — ${why}`
}

export const CHECK = 'Check'

export function toMove(side: Side): string {
  return `${SIDES[side]} to move`
}

/** "white pawn", "X". */
export function piece(side: Side, role: Role): string {
  return role === 'mark' ? SIDES[side] : `${SIDES[side].toLowerCase()} ${ROLES[role].toLowerCase()}`
}

export function level(name: string): string {
  return `Level ${name}`
}

export function board(kind: Kind): string {
  return `${KINDS[kind].title} board`
}

/** What marks say to those who do not see them. A promotion is told when it is chosen. */
const MARKS: { [mark in Exclude<Mark, 'promotion'>]: string } = {
  selected: 'selected',
  quiet: 'can move here',
  capture: 'can capture here',
  last: 'last move',
  check: 'in check',
}

/** "e2, white pawn, selected", "e4, empty". */
export function cell(name: string, standing: string | null, marks: readonly Mark[]): string {
  const meanings = (Object.keys(MARKS) as (keyof typeof MARKS)[])
    .filter((mark) => marks.includes(mark))
    .map((mark) => MARKS[mark])
  return [name, standing ?? 'empty', ...meanings].join(', ')
}

export function otherKind(kind: Kind): string {
  return `This is a game of ${KINDS[kind].title.toLowerCase()}. It can be loaded at its own board.`
}

export const LOADING = 'Loading the rules…'
export const FAILED = 'Something went wrong'
export const FAILED_BECAUSE =
  'Your games are kept in this browser. If the page does not work after a reload, the browser may be too old for it.'
export const TRY_AGAIN = 'Try again'

export const HOME = 'raum: all games'
export const TO_THE_GAMES = 'To the games'
export const THEME = 'Colours'
export const THEMES = { system: 'As the system', light: 'Light', dark: 'Dark' }

export const PLAY_HERE = 'Play here'
export const PLAY_ONLINE = 'Play online'
export const ONLINE_IS_TO_COME = 'Rooms come to this page with its next version.'
export const ROOM_CODE = 'Room code'
export const ENTER = 'Enter'
export const NOTHING = 'There is nothing here'
export const NOTHING_TEXT = 'The address leads to no game and to no room.'

export function room(code: string): string {
  return `Room ${code}`
}
