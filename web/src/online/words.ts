// The words of rooms elsewhere. Apart from the others, because whoever plays at one device loads none of them.

export const GUEST = 'Guest'

// The ways into rooms and out of them.

export const CREATE_NEW_GAME = 'Create New Game'
export const CREATING = 'Creating…'
export const GAME = 'Game'
export const YOUR_SIDE = 'Your side'
export const RANDOM = 'Random'
export const YOUR_NAME = 'Your name'
export const PASS_KEY_OPTIONAL = 'Pass key (optional)'
export const PASS_KEY_MEANING = 'Whoever comes must know it.'
export const SPECTATORS_MAY_WATCH = 'Spectators may watch'

export function badPassKey(charsMin: number, charsMax: number): string {
  return `A pass key has ${charsMin} to ${charsMax} characters.`
}

/** What an invitation to the game on the board takes along. */
export function goesAlong(plies: number): string {
  const moves = Math.ceil(plies / 2)
  if (moves === 0) return 'The game on the board goes along: it has not begun yet.'
  return `The game on the board goes along, with ${moves === 1 ? 'its move' : `its ${moves} moves`}. It stays here, too.`
}

export const BY_SPACE_DIALECT =
  'This game speaks the dialect of space chess: sides are drawn, there is no clock, and a seat does not survive a reload.'

export const CONNECTING = 'Connecting…'
export const UNREACHABLE_FOR_NOW = 'The server cannot be reached. Trying again…'
export const OFFLINE_FOR_NOW = 'There is no network. As soon as there is, it goes on.'
export const NO_ROOM = 'There is no such room'
export const NO_ROOM_TEXT =
  'The code may be mistyped, or the room’s time was over. Try another code:'
export const NOT_LET_IN = 'The room does not let you in'
export const ROOM_IS_FULL = 'The room is full, and it has no spectators.'
export const NOT_LET_IN_TEXT = 'Ask whoever sent you the link.'
export const TRANSFER_IS_OVER = 'This link is used up'
export const TRANSFER_IS_OVER_TEXT =
  'A link for another device is good once and for five minutes. Make another where the game is open.'
export const OPEN_THE_ROOM = 'Open the room'
export const OTHER_VERSION = 'The page is out of date'
export const OTHER_VERSION_TEXT = 'The server speaks another version. Load the page again to go on.'
export const LOAD_AGAIN = 'Load again'
export const SERVER_IS_FULL = 'The server is full. Trying again…'
export const NO_JOURNAL = 'The room cannot be read at the moment. Trying again…'
export const TOO_MUCH = 'That was too much in too short a time. Trying again…'

export const KEY_ASKED = 'This room has a pass key'
export const KEY_ASKED_TEXT = 'Whoever sent you the link knows it.'
export const PASS_KEY = 'Pass key'
export const WRONG_KEY = 'That is not the pass key.'
export const TOO_MANY_KEYS = 'Those were too many tries. Wait a little.'

export const WAITING = 'Waiting for your opponent'
export const WAITING_TEXT = 'Send the link. Whoever opens it first plays against you.'
export const LINK = 'Link to the game'
export const COPY_LINK = 'Copy link'
export const LINK_NOT_COPIED =
  'The browser does not let the page copy: select the link and copy it.'
export const SHARE = 'Share'
export const QR_CODE = 'QR code of the link'
export const CHANGE_NAME = 'Change name'
export const LEAVE = 'Leave'
export const KEY_TO_TELL = 'They need the pass key, too:'
export const YOU_PLAY_EITHER = 'sides are drawn'
export const WITHOUT_CLOCK = 'no clock'
export const NOT_KEPT =
  'This browser keeps nothing, so your seat is gone when the page is left: leave it open.'

export function youPlay(side: string): string {
  return `you play ${side}`
}

export function opponentCame(name: string): string {
  return `${name} is here. The game begins.`
}

export const SEAT_IS_FREE = 'A seat is free.'
export const TAKE_SEAT = 'Take the seat'
export const YOU_LEFT = 'You have left this game.'
export const COME_BACK = 'Come back'
export const ROOM_IS_CLOSED = 'The room is closed: its people have left.'
export const CLOSED = 'This room is closed'
export const CLOSED_TEXT = 'Its people have left, and no game was begun in it.'

export const CONNECTION = 'Connection'
export const CONNECTIONS = {
  connecting: 'Connecting…',
  live: 'Live',
  lost: 'Reconnecting…',
  offline: 'Offline',
  ended: 'Ended',
}
export const ELSEWHERE = 'This game goes on in another tab or on another device.'

export const OTHER_DEVICE = 'Continue on another device'
export const OTHER_DEVICE_TEXT =
  'Open this link there, and the seat is there. It is good once and for five minutes: show it to nobody else.'
export const OTHER_DEVICE_LINK = 'Link for the other device'
export const NO_SEAT_HERE = 'You have no seat in this room.'
export const NEW_LINK = 'Make a new link'

export const MY_GAMES = 'My games'
export const YOUR_TURN = 'Your turn'
export const THEIR_TURN = 'Their turn'
export const YOU_WON = 'You won'
export const YOU_LOST = 'You lost'
export const DRAW = 'Draw'
export const CLOSED_SHORT = 'Closed'
export const GONE = 'The room is gone'
export const ASKING = 'Asking the server…'
export const REMOVE = 'Remove'
export const REMOVE_QUESTION = 'Give this game up?'
export const REMOVE_TEXT =
  'The game goes on, but this browser gives its seat up, and without another device it cannot be had back.'
export const SHOW_MORE = 'Show more'

export function against(name: string): string {
  return `against ${name}`
}

export function removeGame(room: string): string {
  return `Remove the game in room ${room}`
}

const AGO = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** "5 minutes ago", "yesterday", "just now". */
export function ago(millis: number): string {
  const [unit, length] = UNITS.find(([, each]) => millis >= each) ?? ['minute', 0]
  return length === 0 ? 'just now' : AGO.format(-Math.floor(millis / length), unit)
}
