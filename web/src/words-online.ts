// The texts of online rooms. In a file of their own, because a local game loads none of them.

import * as CloseCode from './raum/close-codes'
import type { Kind, Side } from './raum'
import { KINDS, PRODUCT, SIDES, toMove } from './words'

export const GUEST = 'Guest'
export const KEEP_NAME = 'Keep'

// The game.

/** The player in a sentence. Spectators see the side instead of "you" and "your opponent". */
export type Who = 'me' | 'opponent' | 'computer' | Side

function subject(who: Who): string {
  if (who === 'me') return 'You'
  if (who === 'computer') return 'The computer'
  return who === 'opponent' ? 'Your opponent' : SIDES[who]
}

export const CONNECTION = 'Connection'
export const LIVE = 'Connected'
export const RECONNECTING = 'Reconnecting…'
export const OFFLINE = 'Offline'
export const DISCONNECTED = 'Disconnected'
export const TRY_NOW = 'Try now'

/** Close codes after which the client reconnects, where the reason helps the player. */
export const RETRY_REASONS: { [code: number]: string } = {
  [CloseCode.Flood]: 'Too many requests. Retrying…',
  [CloseCode.Journal]: 'The server can’t read this room right now. Reconnecting…',
  [CloseCode.Full]: 'The server is full. Retrying…',
  [CloseCode.Newer]: 'This room needs a newer server. Retrying…',
}

/** Close codes after which the client does not reconnect. */
export const END_REASONS: { [code: number]: string } = {
  [CloseCode.Version]: 'This page is out of date.',
  [CloseCode.NoRoom]: 'This room no longer exists.',
  [CloseCode.Forbidden]: 'You no longer have access to this room.',
  [CloseCode.Replaced]: 'You’re playing this game in another tab or on another device.',
}
export const PROTOCOL_ERROR = 'Something went wrong with the connection.'
export const PLAY_IN_THIS_TAB = 'Play here'
export const RELOAD = 'Reload'

export const YOU = 'You'
export const PRESENCES = { here: 'here', away: 'away', left: 'left' }
export const YOU_ARE_WATCHING = 'You’re watching.'
export const SENDING = 'Sending…'
export const YOUR_TURN = 'Your turn'

export function yourTurn(side: Side): string {
  return `${YOUR_TURN} — ${toMove(side)}`
}

/** "(2) Your turn · Chess · raum". */
export function roomTabTitle(unread: number, turn: string, kind: Kind): string {
  const name = [turn, KINDS[kind].title, PRODUCT].join(' · ')
  return unread > 0 ? `(${unread}) ${name}` : name
}

export const OFFER_DRAW = 'Offer draw'
export const REQUEST_TAKEBACK = 'Take back'
export const SAVE_GAME = 'Save'
export const ON_OTHER_DEVICE = 'Other device'
export const LEAVE = 'Leave'
export const REMATCH = 'Rematch'
export const RESIGN_QUESTION = 'Resign?'
export const LEAVE_QUESTION = 'Leave the game?'
export const LEAVE_TEXT =
  'If you stay away, your opponent can claim the game on your turn after 60 seconds. The room link takes you back to your seat.'

export const OFFERS = 'Offers'
export const ACCEPT = 'Accept'
export const DECLINE = 'Decline'

export function drawOffered(who: Who): string {
  return `${subject(who)} offered a draw.`
}

export function takebackRequested(who: Who): string {
  return `${subject(who)} asked for a takeback.`
}

export function rematchWanted(who: Who): string {
  if (who === 'me') return 'You asked for a rematch. Waiting for your opponent.'
  return `${subject(who)} wants a rematch.`
}

export const DRAW_DECLINED = 'Your draw offer was declined.'
export const TAKEBACK_DECLINED = 'Your takeback request was declined.'

export function claimIn(time: string): string {
  return `Opponent away — claim in ${time}`
}

/** How long a player may be away on their turn; without a clock, a day. */
export function aboutAbsence(seconds: number | null | undefined): string {
  const grace = seconds ? `${seconds} seconds` : '24 hours'
  return `If a player is away for ${grace} on their turn, the other may claim the game; after leaving, 60 seconds.`
}

/** Ends a game without a result, before both sides have moved. */
export const ABORT = 'Abort game'
export const OPPONENT_AWAY = 'Opponent away'
export const CLAIM_WIN = 'Claim win'
export const CLAIM_DRAW = 'Claim draw'
export const CAN_CLAIM = 'You can claim the game now.'

/** A name inside a sentence, between U+2068 and U+2069: right-to-left letters in it do not reorder the text around it. */
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
  return `${isolated(name)} left.`
}

export const CHAT = 'Chat'
export const MESSAGES = 'Messages'
export const MESSAGE = 'Message'
export const SEND = 'Send'
export const NO_MESSAGES = 'No messages yet.'
export const MUTE_CHAT = 'Mute this chat'
export const CHAT_MUTED = 'You see only your own messages.'

// Reports.

export const REPORT = 'Report'
export const REPORT_MESSAGE = 'Report this message'
export const REPORT_REASON = 'What’s wrong with it?'
export const REPORT_REASONS = { abuse: 'Abuse', spam: 'Spam', other: 'Other' }
export const SEND_REPORT = 'Send report'
export const REPORTED = 'Reported. The people who run this server can read it now.'
export const DONE = 'Done'

/** "Report Ben’s message: you fool". */
export function reportLine(name: string, text: string): string {
  return `Report ${isolated(name)}’s message: ${isolated(text)}`
}

export function chatUnread(unread: number): string {
  return unread > 0 ? `${CHAT}, ${unread} unread` : CHAT
}

/** "Ben: good luck". */
export function chatMessage(name: string, text: string): string {
  return `${isolated(name)}: ${isolated(text)}`
}

export function spectators(count: number): string {
  if (count === 0) return 'No spectators'
  return count === 1 ? '1 spectator' : `${count} spectators`
}

export function anonymous(count: number): string {
  return `${count} anonymous`
}

export const YOUR_NAME = 'Your name'

/** The room's limit. */
const NAME_CHARS_MAX = 40

/** What is wrong with a name; null if nothing is. */
export function nameProblem(name: string): string | null {
  const chars = Array.from(name.trim()).length
  if (chars <= NAME_CHARS_MAX) return null
  return `A name has at most ${NAME_CHARS_MAX} characters. This one has ${chars}.`
}

export const CHANGE_NAME = 'Change name'

export const JOURNAL = 'Journal (JSON Lines)'
export const SEAT_NOT_SAVED =
  'This browser isn’t saving data: you’ll lose your seat if you close this page.'
export const SEAT_NOT_SAVED_IN_GAME = `${SEAT_NOT_SAVED} Continue on another device to keep it.`

// The space chess dialect.

export const UNREACHABLE = 'Can’t reach the server.'
export const NOT_YOUR_TURN = 'It’s not your turn.'
export const NOT_SUPPORTED = 'The space chess protocol doesn’t support that.'
export const CANNOT_RESUME =
  'Connection lost. The space chess protocol has no way to rejoin a game.'
export const INVALID_UPDATE = 'The server sent something that doesn’t fit this game.'

// Ways into a room and out of it.

export const CREATING = 'Creating…'
export const GAME = 'Game'
export const YOUR_SIDE = 'Your side'
export const RANDOM = 'Random'
export const PASS_KEY_OPTIONAL = 'Pass key (optional)'
export const ALLOW_SPECTATORS = 'Allow spectators'
export const LIST_ROOM = 'List it on the start page, for anyone to join'
export const CANNOT_LIST_ROOM = 'List it on the start page (not with a pass key)'

export function invalidPassKey(charsMin: number, charsMax: number): string {
  return `Use ${charsMin} to ${charsMax} characters for the pass key.`
}

/** What happens to the local game when it is moved online. */
export function movesOnline(plies: number): string {
  const moves = Math.ceil(plies / 2)
  if (moves === 0) return 'This game moves online. No moves have been played yet.'
  return `This game moves online with ${moves === 1 ? '1 move' : `${moves} moves`}. A copy stays here.`
}

export const ABOUT_SPACE_DIALECT =
  'This game uses the space chess protocol: sides are assigned at random, there’s no clock, and reloading the page loses your seat.'

export const CONNECTING = 'Connecting…'
export const UNREACHABLE_RETRYING = 'Can’t reach the server. Retrying…'
export const OFFLINE_TEXT = 'You’re offline. The page reconnects when your network is back.'
export const ROOM_NOT_FOUND = 'Room not found'
export function roomNotFound(room: string): string {
  return `There is no room ${isolated(room)}. The code may be mistyped, or the room has expired.`
}
export const CANNOT_JOIN = 'You can’t join this room'
export const ROOM_IS_FULL = 'The room is full and doesn’t allow spectators.'
export const ASK_SENDER = 'Ask the person who sent you the link.'
export const TRANSFER_EXPIRED = 'This link has expired'
export const TRANSFER_EXPIRED_TEXT =
  'A link to another device works once, for five minutes. Create a new one on the device where the game is open.'
export const OPEN_THE_ROOM = 'Open the room'
export const OUTDATED = 'This page is out of date'
export const OUTDATED_TEXT = 'The server runs a different version. Reload the page to continue.'

export const KEY_REQUIRED = 'Pass key required'
export const PASS_KEY = 'Pass key'
export const WRONG_KEY = 'Wrong pass key.'
export const TOO_MANY_KEYS = 'Too many attempts. Wait a moment, then try again.'

export const WAITING = 'Waiting for your opponent'
export const WAITING_TEXT = 'Send this link. The first person to open it plays against you.'
export const LINK = 'Link to the game'
export const COPY_LINK = 'Copy link'
export const LINK_COPY_BLOCKED =
  'Your browser blocked copying. Select the link and copy it yourself.'
export const QR_CODE = 'QR code of the link'
export const KEY_TO_SHARE = 'They also need the pass key:'
export const RANDOM_SIDES = 'random sides'
export const NO_CLOCK = 'no clock'

export function youPlay(side: string): string {
  return `you play ${side}`
}

export function opponentJoined(name: string): string {
  return `${isolated(name)} joined. The game has started.`
}

export const SEAT_IS_OPEN = 'A seat is open.'
export const TAKE_SEAT = 'Take the seat'
export const YOU_LEFT = 'You left this game.'
export const REJOIN = 'Rejoin'
export const ROOM_IS_CLOSED = 'This room is closed because everyone left.'
export const CLOSED = 'This room is closed'
export const CLOSED_TEXT = 'Everyone left before a game started.'

export const OTHER_DEVICE = 'Continue on another device'
export const OTHER_DEVICE_TEXT =
  'Open this link on the other device to move your seat there. It works once, for five minutes. Don’t share it.'
export const OTHER_DEVICE_LINK = 'Link for the other device'
export const NO_SEAT = 'You don’t have a seat in this room.'
export const NEW_LINK = 'Create a new link'

export const MY_GAMES = 'My games'
export const EARLIER_GAMES = 'Earlier games'

export function gameNumber(number: number): string {
  return `Game ${number}`
}

/** The results of PGN. */
export const RESULTS: { [result: string]: string } = {
  '1-0': '1–0',
  '0-1': '0–1',
  '1/2-1/2': 'Draw',
}
export const BACK_TO_ROOM = 'To the room'
export const GAME_NOT_LOADED = 'This game can’t be shown'
export const THEIR_TURN = 'Their turn'
export const YOU_WON = 'You won'
export const YOU_LOST = 'You lost'
export const DRAW = 'Draw'
export const NO_RESULT = 'No result'
export const CLOSED_SHORT = 'Closed'
export const SEAT_LOST = 'You no longer have a seat'
export const ROOM_EXPIRED = 'Room expired'
export const LOADING_GAME = 'Loading…'
export const REMOVE = 'Remove'
export const REMOVE_QUESTION = 'Remove this game?'
export const REMOVE_TEXT =
  'The game continues, but this browser forgets your seat. You can only return from another device that has it.'
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
