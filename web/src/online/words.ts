// The words of rooms elsewhere. Apart from the others, because whoever plays at one device loads none of them.

import type { Kind, Side } from '../raum'
import { KINDS, PRODUCT, SIDES, toMove } from '../words'

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

export function isAway(name: string): string {
  return `${name} is away.`
}

export function isBack(name: string): string {
  return `${name} is back.`
}

export function hasLeft(name: string): string {
  return `${name} has left.`
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
  return `${name}: ${text}`
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
