// The texts of everything that is loaded after the first board; words.ts has the first load's.

import { factsOf } from './raum'
import type { Claim, Ending, Kind, Reason, Role, Side } from './raum'
import { CLAIMS, ROLES, SIDES, ending, sentenceOf } from './words'

// Promotion.

export const PROMOTE = 'Promote to'

// A piece that cannot move.

const REASONS = {
  check: 'it can’t stop the check',
  blocked: 'it’s blocked',
  pinned: 'it protects its king',
  unsafe: 'it would be in check',
}

/** "The rook on a1 can’t move: it’s blocked." */
export function cannotMove(role: Role, cell: string, reason: keyof typeof REASONS): string {
  return `The ${ROLES[role].toLowerCase()} on ${cell} can’t move: ${REASONS[reason]}.`
}

// Announcements for screen readers.

export const SEVERAL_MOVES = 'Several moves were played.'
export const MOVE_TAKEN_BACK = 'Move taken back.'
export const ANOTHER_GAME = 'New game.'
export const CASTLES_KINGSIDE = 'castles kingside'
export const CASTLES_QUEENSIDE = 'castles queenside'

/** "pawn takes rook on e8, promotes to queen". */
export function pieceMoved(
  mover: Role,
  taken: Role | null,
  to: string,
  became: Role | null,
): string {
  const name = (role: Role) => ROLES[role].toLowerCase()
  const went = taken ? `${name(mover)} takes ${name(taken)} on ${to}` : `${name(mover)} to ${to}`
  return became ? `${went}, promotes to ${name(became)}` : went
}

// Dialogs.

export const CLOSE = 'Close'
export const CANCEL = 'Cancel'

// Storage problems.

export const UNREADABLE = 'Your saved game couldn’t be read.'
export const SAVE_UNREADABLE = 'Save as a file'
export const DISCARD_UNREADABLE = 'Discard'
export const NOT_SAVED =
  'This browser isn’t saving data: you’ll lose this game if you close the page. Save it as a file.'

// New game.

export const START_NEW_GAME = 'Start New Game'
export const CLOCK = 'Clock'
export const MINUTES_PER_SIDE = 'Minutes per side'
export const SECONDS_PER_MOVE = 'Seconds per move'
export const STANDARD_START = 'Standard start'
export const GAME_IS_SAVED = 'This game is saved, and you can restore it later.'
export const UNFINISHED_GAME_IS_SAVED =
  'Your game isn’t over. It’s saved, and you can restore it later.'

const CLOCK_CHOICES: { [choice: string]: string } = { none: 'No clock', custom: 'Custom' }

export function clockChoice(choice: string): string {
  return CLOCK_CHOICES[choice] ?? choice
}

export function invalidClock(minutesMax: number, secondsMax: number): string {
  return `Enter 0.5 to ${minutesMax} minutes in steps of 0.5, and an increment of 0 to ${secondsMax} whole seconds.`
}

function inFormat(kind: Kind): string {
  const { positionFormat } = factsOf(kind)
  return positionFormat === null ? '' : ` (${positionFormat})`
}

export function startPosition(kind: Kind): string {
  return `Start position${inFormat(kind)}`
}

export function invalidPosition(error: unknown): string {
  return `Can’t start from this position: ${sentenceOf(error)}`
}

// Confirmations.

export function resignQuestion(side: Side): string {
  return `Resign as ${SIDES[side]}?`
}

export const DRAW_QUESTION = 'Do both players agree to a draw?'
export const AGREE_TO_DRAW = 'Agree to a draw'
export const CANNOT_BE_UNDONE = 'This ends the game and can’t be undone.'
export const CAN_BE_UNDONE = 'This ends the game. “Undo” resumes it.'

export const RESTART_QUESTION = 'Restart the game?'
export const RESTART_TEXT =
  'The pieces go back to the start. You can restore this game with “Save / load”.'

// The end.

/** How a side won or lost, after "You won". */
const HOW: { [reason in Reason]?: string } = {
  checkmate: 'by checkmate',
  line: 'with three in a row',
  resignation: 'by resignation',
  time: 'on time',
  absence: 'by absence',
  leaving: 'by leaving',
}

/** "You won by checkmate" for a player; otherwise the official result. */
export function outcomeFor(end: Ending, mine: Side | null): string {
  const how = HOW[end.reason]
  if (mine === null || end.winner === null || how === undefined) return ending(end)
  if (end.reason === 'leaving' && end.winner === mine) return 'You won: your opponent left'
  if (end.reason === 'absence' && end.winner === mine) return 'You won: your opponent was away'
  return end.winner === mine ? `You won ${how}` : `You lost ${how}`
}

export const REVIEW_BOARD = 'Review board'
export const SHARE = 'Share'
export const EXIT = 'Exit'

/** The number of full moves, as the move list counts them. */
export function afterMoves(plies: number): string {
  const moves = Math.ceil(plies / 2)
  return moves === 1 ? 'After 1 move.' : `After ${moves} moves.`
}

// Save and load.

export const COPY = 'Copy'
export const COPIED = 'Copied.'
export const COPY_BLOCKED = 'Your browser blocked copying. Select the text and copy it yourself.'

export function positionText(kind: Kind): string {
  return `Position as ${factsOf(kind).positionFormat ?? 'text'}`
}

export const FILES = 'Save and load'
export const SAVE = 'Save'
export const SAVE_JSON = 'Full game (JSON)'
export const SAVE_PGN = 'Moves (PGN)'
export const LOAD = 'Load'
export const LOAD_FILE = 'From a file'
export const LOAD_TEXT = 'Or paste JSON, PGN or a position'
export const RESTORE_GAME = 'Restore previous game'

export function savePosition(kind: Kind): string {
  return `Position${inFormat(kind)}`
}

export const FILE_TOO_BIG = 'The file is larger than 1 MB'
export const FILE_EMPTY = 'The file is empty'
export const NOT_A_RAUM_GAME = 'This JSON isn’t a raum game'
export const NEWER_FORMAT = 'This game was saved by a newer version of raum'

export function invalidJson(error: unknown): string {
  return `Invalid JSON: ${error instanceof Error ? error.message : ''}`
}

export function notLoaded(error: unknown): string {
  return `Couldn’t load the game. ${sentenceOf(error)}`
}

// Home.

export const TAGLINE = 'Chess has a third dimension.'
export const ABOUT =
  'Play chess, space chess and tic-tac-toe, in 3D or flat: against a stranger, a friend or the computer, or together at one device. No account needed.'
export const ABOUT_SPACE =
  'Space chess is chess on five boards, one above the other: every piece also moves up and down, and unicorns join the army.'
export const HERO =
  'Space chess: five levels of glass, one above the other, with ivory and slate pieces'
export const FREE_SOFTWARE = 'raum is free software.'
export const ABOUT_RAUM = 'About raum'
export const ABOUT_PARTS = { source: 'Source', licence: 'Licence', privacy: 'Privacy' }
export const CREATE_NEW_GAME = 'Create New Game'
export const FIND_OPPONENT = 'Find an opponent'
export const PLAY_THE_COMPUTER = 'Play the computer'
export const PLAY_A_FRIEND = 'Play a friend'
export const TWO_PLAYERS = 'Two players, this device'

/** "Continue (move 14)": the number of the next move. */
export function continueGame(plies: number): string {
  return `Continue (move ${Math.floor(plies / 2) + 1})`
}

export const AGAINST_THE_COMPUTER = 'against the computer'
export const ON_THIS_DEVICE = 'on this device'
export const DELETE_GAME = 'Delete'
export const DELETE_GAME_QUESTION = 'Delete this game?'

/** "Delete the game of chess, 2 hours ago". */
export function deleteGame(title: string, when: string): string {
  return `Delete the game of ${title.toLowerCase()}, ${when}`
}

export const ROOM_CODE = 'Room code'
export const JOIN = 'Join'
export const INVALID_ROOM_CODE = 'Enter a room code of up to 64 characters, or a room link.'

export function room(code: string): string {
  return `Room ${code}`
}

// The 3D board.

export const SCENE =
  '3D board. Q and E rotate, R and F tilt, plus and minus zoom, T shows the top view.'
export const NO_WEBGL = 'This browser can’t draw in 3D.'
export const CONTEXT_LOST = 'The graphics context was lost.'
export const VIEW = 'View'
export const VIEWS = {
  white: 'White',
  black: 'Black',
  isometric: 'Isometric',
  top: 'Top',
  mine: 'My side',
  opposite: 'Other side',
  front: 'Front',
  level: 'One level',
  cube: 'Cube',
}

export const FINISH = 'Board'
export const FINISHES = { wood: 'Wood', marble: 'Marble', glass: 'Glass' }

export const LEVEL_FOCUS = 'Focus on a level'
export const LEVEL_SPACING = 'Level spacing'
export const VIEW_OPTIONS = 'View options'
export const FLAT_LEVELS = 'Flat levels'
export const FLAT_LEVELS_WIDTH = 'Width of the flat levels'
export const TURN_HINT = {
  mouse: 'Drag to turn, scroll to zoom',
  finger: 'Drag to turn, pinch to zoom',
}

// The sheet at the bottom of a phone's screen.

// Clocks and captured pieces.

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

export const PREFERENCES = {
  theme: 'Theme',
  board: 'Flat board',
  pieces: 'Flat pieces',
  boardSize: 'Size of flat boards',
  coordinates: 'Coordinates',
  sounds: 'Sounds',
  volume: 'Volume',
  confirms: 'Confirm moves',
  explains: 'Explain the chosen piece',
  premoves: 'Premoves',
  autoFlip: 'Flip board after each move',
  instant: 'Computer moves at once',
  notifies: 'Notify me when it’s my turn',
}

export const CHOICES = {
  theme: { system: 'System', light: 'Light', dark: 'Dark' },
  board: { lavender: 'Lavender', wood: 'Wood', green: 'Green', blue: 'Blue' },
  pieces: { ivory: 'Ivory', classic: 'Classic' },
  confirms: { auto: 'Space chess by touch', always: 'Always', never: 'Never' },
  explains: { auto: 'In space chess', always: 'Always', never: 'Never' },
}
export const ABOUT_KEYS = 'Press ? beside a board for its keys.'

// The list of moves.

export const NO_MOVES = 'No moves yet.'
export const HOW_TO_PLAY = 'How to play'
export const FIRST_POSITION = 'First position'
export const PREVIOUS_MOVE = 'Previous move'
export const NEXT_MOVE = 'Next move'
export const LAST_POSITION = 'Last position'

/** A move in the move list; in tic-tac-toe the name of its cell. */
export function notation(kind: Kind, made: string): string {
  return CELL_NAMES[kind]?.[Number(made)] ?? made
}

const CELL_NAMES: { [kind in Kind]?: readonly string[] } = {
  tictactoe: [
    'top left',
    'top',
    'top right',
    'left',
    'centre',
    'right',
    'bottom left',
    'bottom',
    'bottom right',
  ],
}

// The tour.

export function takeTour(kind: Kind): string {
  return kind === 'space' ? 'Take the three-minute tour' : 'Practise the special moves'
}

// Typed moves.

const TYPED_MOVES: { [kind in Kind]: string } = {
  chess: 'e4, Nf3, e2e4',
  space: 'Aa3, NCa1, Aa2Aa3',
  tictactoe: '0 to 8, row by row',
}

export function typeMove(kind: Kind): string {
  return `Type a move: ${TYPED_MOVES[kind]}`
}

export const PLAY_MOVE = 'Play'
export const CONFIRM_MOVE = 'Confirm move'

export function playQuestion(move: string): string {
  return `Play ${move}?`
}

// Controls.

export const MORE_ACTIONS = 'More actions'
export const UNDO = 'Undo'
export const REDO = 'Redo'
export const DRAW_BY_AGREEMENT = 'Draw'
export const INVITE = 'Invite'
export const SAVE_AND_LOAD = 'Save / load'
export const COMPUTER = 'Computer'
export const HINT = 'Hint'
export const THREATS = 'Threats'

/** "Claim draw: Threefold repetition". */
export function claimDraw(claims: readonly Claim[]): string {
  return ['Claim draw', ...claims.map((claim) => CLAIMS[claim])].slice(0, 2).join(': ')
}

// Keys.

export const KEY_SHEET = 'Keys'

export const KEYS: readonly [keys: string, meaning: string][] = [
  [', .', 'Previous and next move'],
  ['← → Home End', 'Step through the game, beside a flat board'],
  ['← → ↑ ↓ Q E R F', 'Turn and tilt a 3D board'],
  ['+ − T', 'Zoom a 3D board, look from above'],
  ['Tab', 'Go to the board; then arrows, Page Up, Page Down and Enter'],
  ['X', 'Flip the board'],
  ['L', 'Mark the lines of the chosen piece, in space chess'],
  ['A', 'Mark the cells that the other side attacks'],
  ['Z', 'Zen: only the board'],
  ['Shift+F', 'Full screen'],
  ['Esc', 'Cancel'],
  ['?', 'Show these keys'],
]
