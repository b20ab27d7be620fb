// The texts of the first load, on screen and for screen readers. Where a spec gives a text, it is the spec's.

import type { Claim, Ending, Kind, Reason, Role, Side } from './raum'

export const PRODUCT = 'raum'
/** The title of the browser tab. */
export function tabTitle(title?: string): string {
  return title === undefined ? PRODUCT : `${title} — ${PRODUCT}`
}

export const KINDS: { [kind in Kind]: { title: string; about: string } } = {
  chess: { title: 'Chess', about: 'The classic game on 64 squares.' },
  space: { title: 'Space chess', about: 'Five levels of 5 × 5, with unicorns.' },
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
  'full-board': 'Full board',
  agreement: 'Agreement',
  resignation: 'Resignation',
  time: 'Time out',
  absence: 'Abandoned',
  leaving: 'Opponent left',
  interrupted: 'Server restarted',
  aborted: 'Aborted',
  'no-first-move': 'No first move',
}

/** Whether a game without a winner is no draw. */
export function hasNoResult(reason: Reason): boolean {
  return reason === 'interrupted' || reason === 'aborted' || reason === 'no-first-move'
}

/** "Checkmate — White wins", "Draw — Stalemate". */
export function ending({ winner, reason }: Ending): string {
  if (winner !== null) return `${REASONS[reason]} — ${SIDES[winner]} wins`
  if (hasNoResult(reason)) return `No result — ${REASONS[reason]}`
  // The opponent has too little material to win on time.
  const why = reason === 'time' ? 'Time out vs insufficient material' : REASONS[reason]
  return `Draw — ${why}`
}

export const CHECK = 'Check'

export const THINKING = 'Computer is thinking…'

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

/** The marks in words. A promotion is announced when it is chosen. */
export const MARKS = {
  selected: 'selected',
  quiet: 'can move here',
  capture: 'can capture here',
  last: 'last move',
  check: 'in check',
  hint: 'hint',
  threat: 'threat',
  goal: 'goal',
  attacked: 'attacked',
  face: 'along one axis',
  edge: 'along two axes',
  corner: 'along three axes',
  line: 'in the winning row',
}

/** A cell of tic-tac-toe. Rows are counted from the top. */
export function rowAndColumn(row: number, column: number): string {
  return `row ${row}, column ${column}`
}

/** "e2, white pawn, selected", "e4, empty". */
export function cell(name: string, standing: string | null, marks: readonly string[]): string {
  const meanings = (Object.keys(MARKS) as (keyof typeof MARKS)[])
    .filter((mark) => marks.includes(mark))
    .map((mark) => MARKS[mark])
  return [name, standing ?? 'empty', ...meanings].join(', ')
}

export function wrongKind(kind: Kind): string {
  const game = KINDS[kind].title.toLowerCase()
  return `This is a game of ${game}. Load it on the ${game} board.`
}

// The panel.

export const GAME_PANEL = 'Game'
export const MOVES = 'Moves'

export function reviewing(number: number): string {
  return `Reviewing move ${number}`
}

export const REVIEWING_START = 'Reviewing the start'
export const BACK_TO_GAME = 'Back to the game'

export const CONTROLS = 'Controls'
export const FLIP_BOARD = 'Flip board'
export const NEW_GAME = 'New game'
export const RESTART = 'Restart'
export const RESIGN = 'Resign'

/** An error's message as a sentence: with a capital and a full stop. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return FAILED
  const { message } = error
  return `${message.charAt(0).toUpperCase()}${message.slice(1).replace(/\.$/, '')}.`
}

export const LOADING = 'Loading…'
export const FAILED = 'Something went wrong'
export const FAILED_TEXT =
  'Your games are saved in this browser. Try reloading the page. If that doesn’t help, your browser may be too old.'
export const NOT_LOADED = 'Part of the page didn’t load.'
export const TRY_AGAIN = 'Try again'

export const HOME = 'raum home'
export const ALL_GAMES = 'All games'
export const SETTINGS = 'Settings'
export const RULES = 'Rules'

export const NOT_FOUND = 'Page not found'
export const NOT_FOUND_TEXT = 'There’s no game or room at this address.'

export const LOADING_3D = 'Loading the 3D board…'
export const NO_3D = 'The 3D board can’t be shown. You can keep playing in 2D.'
export const BOARD_VIEW = 'Board view'
export const BOARD_VIEWS = { flat: '2D', space: '3D' }
