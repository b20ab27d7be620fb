// All the words on screen, and those that only screen readers say. The specs' own where they give them.

import type { Claim, Ending, Kind, Reason, Role, Side } from './raum'

export const PRODUCT = 'raum'
/** What the browser's tab says of a screen. */
export function tab(title?: string): string {
  return title === undefined ? PRODUCT : `${title} — ${PRODUCT}`
}

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
  interrupted: 'The server restarted',
}

/** "Checkmate — White wins", "Draw — Stalemate". */
export function ending({ winner, reason }: Ending): string {
  if (winner !== null) return `${REASONS[reason]} — ${SIDES[winner]} wins`
  if (reason === 'interrupted') return `No result — ${REASONS[reason]}`
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
export const MARKS = {
  selected: 'selected',
  quiet: 'can move here',
  capture: 'can capture here',
  last: 'last move',
  check: 'in check',
}

/** "e2, white pawn, selected", "e4, empty". */
export function cell(name: string, standing: string | null, marks: readonly string[]): string {
  const meanings = (Object.keys(MARKS) as (keyof typeof MARKS)[])
    .filter((mark) => marks.includes(mark))
    .map((mark) => MARKS[mark])
  return [name, standing ?? 'empty', ...meanings].join(', ')
}

/** What a chosen piece says that cannot move. */
export function noLegalMove(role: Role, cell: string, isCheck: boolean): string {
  const piece = `The ${ROLES[role].toLowerCase()} on ${cell}`
  return isCheck && role !== 'king' ? `${piece} cannot stop the check.` : `${piece} cannot move.`
}

export function otherKind(kind: Kind): string {
  return `This is a game of ${KINDS[kind].title.toLowerCase()}. It can be loaded at its own board.`
}

/** A move as the list shows it: in tic-tac-toe by the name of its cell. */
export function notation(kind: Kind, made: string): string {
  return kind === 'tictactoe' ? (CORNERS_AND_EDGES[Number(made)] ?? made) : made
}

const CORNERS_AND_EDGES = [
  'top left',
  'top',
  'top right',
  'left',
  'centre',
  'right',
  'bottom left',
  'bottom',
  'bottom right',
]

// The panel.

export const GAME_PANEL = 'Game'
export const MOVES = 'Moves'
export const NO_MOVES = 'No moves yet.'
export const FIRST_POSITION = 'First position'
export const PREVIOUS_MOVE = 'Previous move'
export const NEXT_MOVE = 'Next move'
export const LAST_POSITION = 'Last position'

export function reviewing(number: number): string {
  return `Reviewing move ${number}`
}

export const REVIEWING_START = 'Reviewing the start'
export const BACK_TO_GAME = 'Back to the game'

export const CONTROLS = 'Controls'
export const UNDO = 'Undo'
export const REDO = 'Redo'
export const FLIP_BOARD = 'Flip board'
export const NEW_GAME = 'New game'
export const RESTART = 'Restart'
export const DRAW_BY_AGREEMENT = 'Draw'
export const RESIGN = 'Resign'
export const INVITE = 'Invite'
export const SAVE_AND_LOAD = 'Save / load'

/** "Claim draw: Threefold repetition". */
export function claimDraw(claims: readonly Claim[]): string {
  return ['Claim draw', ...claims.map((claim) => CLAIMS[claim])].slice(0, 2).join(': ')
}

// Clocks and what was captured.

export function clockOf(side: Side): string {
  return `Time left for ${SIDES[side]}`
}

export const RUNNING = 'Running'

export function capturedBy(side: Side, roles: readonly Role[]): string {
  return `${SIDES[side]} has captured: ${roles.map((role) => ROLES[role].toLowerCase()).join(', ')}`
}

export function ahead(side: Side, lead: number): string {
  return `${SIDES[side]} is ahead by ${lead}`
}

// Settings.

export const SETTINGS = 'Settings'
export const AUTO_FLIP = 'Turn the board each move'
export const SOUNDS = 'Sounds'

// Typed and spoken moves.

const TYPED_MOVES: { [kind in Kind]: string } = {
  chess: 'e4, Nf3, e2e4',
  space: 'Aa3, NCa1, Aa2Aa3',
  tictactoe: '0 to 8, row by row',
}

export function typeMove(kind: Kind): string {
  return `Type a move: ${TYPED_MOVES[kind]}`
}

export const PLAY_MOVE = 'Play'

/** What the rules say, as a sentence on screen. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return FAILED
  const { message } = error
  return `${message.charAt(0).toUpperCase()}${message.slice(1).replace(/\.$/, '')}.`
}

export const LOADING = 'Loading the rules…'
export const FAILED = 'Something went wrong'
export const FAILED_BECAUSE =
  'Your games are kept in this browser. If the page does not work after a reload, the browser may be too old for it.'
export const NOT_LOADED = 'This part of the page could not be loaded.'
export const TRY_AGAIN = 'Try again'

export const HOME = 'raum: all games'
export const TO_THE_GAMES = 'To the games'
export const THEME = 'Colours'
export const THEMES = { system: 'As the system', light: 'Light', dark: 'Dark' }

export const NOTHING = 'There is nothing here'
export const NOTHING_TEXT = 'The address leads to no game and to no room.'

export const LOADING_SCENE = 'Loading the board in space…'
export const NO_SPACE = 'The board cannot be shown in space. The game goes on here.'
export const LOOK = 'How the board is shown'
export const LOOKS = { flat: '2D', space: '3D' }
