// The words of rooms elsewhere. Apart from the others, because whoever plays at one device loads none of them.

import type { Kind, Side } from './raum'
import { KINDS, PRODUCT, SIDES, toMove } from './words'

export const GUEST = 'Guest'

// The game.

/** Who did something: whoever looks, the one opposite, or for those who watch a side. */
export type Who = 'me' | 'opponent' | Side

function has(who: Who): string {
  if (who === 'me') return 'You have'
  return who === 'opponent' ? 'Your opponent has' : `${SIDES[who]} has`
}

export const CONNECTION = 'Connection'
export const LIVE = 'Live'
export const RECONNECTING = 'Reconnecting…'
export const OFFLINE = 'Offline'
export const NOT_CONNECTED = 'Not connected'
export const TRY_NOW = 'Try now'

/** Why a connection that is tried again was closed, where that is worth knowing. */
export const WAITS: { [code: number]: string } = {
  4008: 'Too much at once. Trying again…',
  4010: 'The room cannot be read just now. Trying again…',
  4011: 'The server is full. Trying again…',
  4012: 'This room needs a newer raum on the server. Trying again…',
}

/** Why a connection is not tried again. */
export const ENDS: { [code: number]: string } = {
  4002: 'The server speaks another version than this page.',
  4003: 'This room is no longer there.',
  4004: 'This room does not let you in any more.',
  4006: 'This game goes on in another tab or on another device.',
}
export const MISUNDERSTOOD = 'The server and this page do not understand each other.'
export const PLAY_IN_THIS_TAB = 'Play here'
export const RELOAD = 'Reload'

export const YOU = 'You'
export const PRESENCES = { here: 'here', away: 'away', left: 'left' }
export const YOU_ARE_WATCHING = 'You are watching.'
export const SENDING = 'Sending…'
export const YOUR_TURN = 'Your turn'

export function yourTurn(side: Side): string {
  return `${YOUR_TURN} — ${toMove(side)}`
}

/** "(2) Your turn · Chess · raum". */
export function tabName(unread: number, turn: string, kind: Kind): string {
  const name = [turn, KINDS[kind].title, PRODUCT].join(' · ')
  return unread > 0 ? `(${unread}) ${name}` : name
}

export const OFFER_DRAW = 'Offer draw'
export const ASK_TAKEBACK = 'Ask to take back'
export const SAVE_GAME = 'Save'
export const ON_OTHER_DEVICE = 'Other device'
export const LEAVE = 'Leave'
export const REMATCH = 'Rematch'
export const RESIGN_QUESTION = 'Do you resign?'
export const LEAVE_QUESTION = 'Do you leave the game?'
export const LEAVE_TEXT =
  'While you are gone, your opponent may claim the game. The link leads you back to your seat.'

export const OFFERS = 'Offers'
export const ACCEPT = 'Accept'
export const DECLINE = 'Decline'

export function drawOffered(who: Who): string {
  return `${has(who)} offered a draw.`
}

export function takebackAsked(who: Who): string {
  return `${has(who)} asked to take back a move.`
}

export function rematchWanted(who: Who): string {
  if (who === 'me') return 'You want a rematch. Your opponent has not answered yet.'
  return who === 'opponent' ? 'Your opponent wants a rematch.' : `${SIDES[who]} wants a rematch.`
}

export const DRAW_DECLINED = 'Your draw offer was declined.'
export const TAKEBACK_DECLINED = 'Your move is not taken back: your opponent declined.'

export function claimIn(time: string): string {
  return `Opponent away — claim in ${time}`
}

export const OPPONENT_AWAY = 'Opponent away'
export const CLAIM_WIN = 'Claim win'
export const CLAIM_DRAW = 'Claim draw'
export const MAY_CLAIM = 'You may claim the game.'

/** A name inside a sentence, between U+2068 and U+2069: right-to-left letters in it reorder nothing around it. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`
}

export function isAway(name: string): string {
  return `${isolated(name)} is away.`
}

export function isBack(name: string): string {
  return `${isolated(name)} is back.`
}

export function hasLeft(name: string): string {
  return `${isolated(name)} has left.`
}

export const CHAT = 'Chat'
export const MESSAGES = 'Messages'
export const MESSAGE = 'Message'
export const SEND = 'Send'
export const NOTHING_SAID = 'Nothing has been said yet.'

export function chatUnread(unread: number): string {
  return unread > 0 ? `${CHAT}, ${unread} unread` : CHAT
}

/** "Ben: good luck". */
export function saying(name: string, text: string): string {
  return `${isolated(name)}: ${isolated(text)}`
}

export function spectators(count: number): string {
  if (count === 0) return 'No spectators'
  return count === 1 ? '1 spectator' : `${count} spectators`
}

export function nameless(count: number): string {
  return `${count} without a name`
}

export const YOUR_NAME = 'Your name'
export const CHANGE_NAME = 'Change name'

export const JOURNAL = 'Journal (JSON lines)'
export const SEAT_NOT_KEPT =
  'This browser keeps nothing, so your seat is gone when the page is left. Take it over on another device.'

// The dialect of space chess.

export const UNREACHABLE = 'The server cannot be reached.'
export const NOT_YOUR_TURN = 'It is not your turn.'
export const NO_WORD_FOR_THAT = 'The dialect of space chess has no word for that.'
export const CANNOT_RESUME =
  'The connection has ended, and the dialect of space chess has no word for coming back to a game.'
export const SENSELESS = 'The server said something that does not fit the game.'

// The ways into rooms and out of them.

export const CREATING = 'Creating…'
export const GAME = 'Game'
export const YOUR_SIDE = 'Your side'
export const RANDOM = 'Random'
export const PASS_KEY_OPTIONAL = 'Pass key (optional)'
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
export const KEY_TO_TELL = 'They need the pass key, too:'
export const YOU_PLAY_EITHER = 'sides are drawn'
export const WITHOUT_CLOCK = 'no clock'
export const WAIT_NOT_KEPT =
  'This browser keeps nothing, so your seat is gone when the page is left: leave it open.'

export function youPlay(side: string): string {
  return `you play ${side}`
}

export function opponentCame(name: string): string {
  return `${isolated(name)} is here. The game begins.`
}

export const SEAT_IS_FREE = 'A seat is free.'
export const TAKE_SEAT = 'Take the seat'
export const YOU_LEFT = 'You have left this game.'
export const COME_BACK = 'Come back'
export const ROOM_IS_CLOSED = 'The room is closed: its people have left.'
export const CLOSED = 'This room is closed'
export const CLOSED_TEXT = 'Its people have left, and no game was begun in it.'

export const OTHER_DEVICE = 'Continue on another device'
export const OTHER_DEVICE_TEXT =
  'Open this link there, and the seat is there. It is good once and for five minutes: show it to nobody else.'
export const OTHER_DEVICE_LINK = 'Link for the other device'
export const NO_SEAT_HERE = 'You have no seat in this room.'
export const NEW_LINK = 'Make a new link'

export const MY_GAMES = 'My games'
export const THEIR_TURN = 'Their turn'
export const YOU_WON = 'You won'
export const YOU_LOST = 'You lost'
export const DRAW = 'Draw'
export const NO_RESULT = 'No result'
export const CLOSED_SHORT = 'Closed'
export const SEAT_IS_GONE = 'You have no seat there any more'
export const GONE = 'The room is gone'
export const ASKING = 'Asking the server…'
export const REMOVE = 'Remove'
export const REMOVE_QUESTION = 'Give this game up?'
export const REMOVE_TEXT =
  'The game goes on, but this browser gives its seat up, and without another device it cannot be had back.'
export const SHOW_MORE = 'Show more'

/** “against Ben”. */
export const AGAINST = 'against'

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
