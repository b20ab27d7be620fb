// The words of all that is loaded after the first board. words.ts has the others.

import type { Kind, Role, Side } from './raum'
import { ROLES, SIDES, sentenceOf } from './words'

// Promotion.

export const PROMOTE = 'Promote to'

// What is heard.

export const MOVES_MADE = 'Moves were made.'
export const MOVE_TAKEN_BACK = 'Move taken back.'
export const OTHER_GAME = 'Another game.'
export const CASTLES_KINGSIDE = 'castles kingside'
export const CASTLES_QUEENSIDE = 'castles queenside'

/** "pawn takes rook on e8, becomes queen". */
export function pieceMoved(
  mover: Role,
  taken: Role | null,
  to: string,
  became: Role | null,
): string {
  const name = (role: Role) => ROLES[role].toLowerCase()
  const went = taken ? `${name(mover)} takes ${name(taken)} on ${to}` : `${name(mover)} to ${to}`
  return became ? `${went}, becomes ${name(became)}` : went
}

// Dialogs.

export const CLOSE = 'Close'
export const CANCEL = 'Cancel'

// What is wrong with keeping.

export const UNREADABLE = 'The game that was kept here could not be read. It was put aside.'
export const SAVE_UNREADABLE = 'Save it as a file'
export const FORGET_UNREADABLE = 'Throw it away'
export const NOT_KEPT =
  'This browser keeps nothing, so the game is gone when the page is left. Save it as a file.'

// New game.

export const START_NEW_GAME = 'Start New Game'
export const CLOCK = 'Clock'
export const MINUTES = 'Minutes for each side'
export const SECONDS_PER_MOVE = 'Seconds for each move'
export const USUAL_START = 'The usual start'
export const GAME_IS_KEPT = 'The game on the board is kept: it can be brought back.'
export const GAME_UNDER_WAY_IS_KEPT = `A game is under way. ${GAME_IS_KEPT}`

const CLOCK_CHOICES: { [choice: string]: string } = { none: 'No clock', custom: 'Custom' }

export function clockChoice(choice: string): string {
  return CLOCK_CHOICES[choice] ?? choice
}

export function badClock(minutesMax: number, secondsMax: number): string {
  return `A clock has half a minute to ${minutesMax} minutes, in halves, and adds 0 to ${secondsMax} whole seconds.`
}

export function startPosition(kind: Kind): string {
  return kind === 'chess' ? 'Start position (FEN)' : 'Start position'
}

export function badPosition(error: unknown): string {
  return `The game cannot begin there: ${sentenceOf(error)}`
}

// Questions.

export function resignQuestion(side: Side): string {
  return `${SIDES[side]} resigns?`
}

export const DRAW_QUESTION = 'Do both sides agree to a draw?'
export const AGREE_TO_DRAW = 'Agree to a draw'
export const CANNOT_BE_UNDONE = 'This ends the game and cannot be undone.'
export const CAN_BE_UNDONE = 'This ends the game. “Undo” reopens it.'

export const RESTART_QUESTION = 'Restart the game?'
export const RESTART_TEXT =
  'The board goes back to the start. This game is kept: “Save / load” can bring it back.'

// The end.

export const REVIEW_BOARD = 'Review board'
export const EXIT = 'Exit'

/** How many moves, as the list counts them: one of each side is a move. */
export function afterMoves(plies: number): string {
  const moves = Math.ceil(plies / 2)
  return moves === 1 ? 'After 1 move.' : `After ${moves} moves.`
}

// Save and load.

export const COPY = 'Copy'
export const COPIED = 'Copied.'
export const NOT_COPIED = 'The browser does not let the page copy: select the text and copy it.'

export function positionText(kind: Kind): string {
  return kind === 'chess' ? 'The position as FEN' : 'The position as text'
}

export const FILES = 'Save and load'
export const SAVE = 'Save'
export const SAVE_JSON = 'Whole game (JSON)'
export const SAVE_PGN = 'Moves (PGN)'
export const LOAD = 'Load'
export const LOAD_FILE = 'From a file'
export const LOAD_TEXT = 'Or from text: JSON, PGN or a position'
export const BRING_BACK = 'Bring back the game before'

export function savePosition(kind: Kind): string {
  return kind === 'chess' ? 'Position (FEN)' : 'Position'
}

export const FILE_TOO_BIG = 'The file is larger than a game can be (1 MB)'
export const FILE_EMPTY = 'There is nothing in it'
export const FOREIGN_JSON = 'This JSON was not saved by raum'
export const LATER_FORMAT = 'It was saved by a later version of raum'

export function brokenJson(error: unknown): string {
  return `The JSON is broken: ${error instanceof Error ? error.message : ''}`
}

export function notLoaded(error: unknown): string {
  return `Nothing was loaded. ${sentenceOf(error)}`
}

// Home.

export const MOTTO = 'Board games, in space and in rooms.'
export const CREATE_NEW_GAME = 'Create New Game'
export const PLAY_HERE = 'Play here'
export const PLAY_ONLINE = 'Play online'
export const ROOM_CODE = 'Room code'
export const ENTER = 'Enter'
export const BAD_ROOM_CODE =
  'Enter the code of a room, of up to 64 characters, or the link to the room.'

export function room(code: string): string {
  return `Room ${code}`
}

// The board in space.

export const SCENE =
  'The board in space. Q and E turn it, R and F tilt it, plus and minus zoom, T looks straight down.'
export const NO_SCENE = 'This browser cannot draw in space.'
export const SCENE_LOST = 'The graphics card was lost.'
export const VIEW = 'View'
export const VIEWS = {
  white: 'White',
  black: 'Black',
  isometric: 'Isometric',
  top: 'Top',
  mine: 'Mine',
  opposite: 'Opposite',
  front: 'Front',
  level: 'One level',
  cube: 'Cube',
}

export const LEVEL_FOCUS = 'Look at one level'
export const LEVEL_GAP = 'Levels apart'
