// A fake socket that tests open, feed and close, and the first events of a room.

import { GameRecord } from '../raum'
import type { Kind } from '../raum'

export class Socket extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static all: Socket[] = []
  static get last(): Socket {
    const socket = Socket.all.at(-1)
    if (!socket) throw new Error('there is no connection')
    return socket
  }

  readyState = 0
  sent: string[] = []
  isClosed = false
  readonly address: string

  constructor(address: string) {
    super()
    this.address = address
    Socket.all.push(this)
  }

  send(frame: string) {
    this.sent.push(frame)
  }

  close() {
    this.isClosed = true
    this.readyState = 3
  }

  open() {
    this.readyState = Socket.OPEN
    this.dispatchEvent(new Event('open'))
  }

  say(data: string) {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }

  end(code = 1006, reason = 'why') {
    this.readyState = 3
    this.dispatchEvent(new CloseEvent('close', { code, reason }))
  }
}

export const ROOM = '0123456789AB'

/** The house rules of a room, as the native dialect writes them. */
export const RULES = {
  spectators: true,
  chat: true,
  passKey: false,
  opener: 'first',
  solo: false,
  leaver: { type: 'keeps-seat', graceMillis: 60_000 },
  rematch: 'swap-sides',
  takeback: true,
  clock: null,
}

const NAMES: { [member: number]: string } = { 1: 'Ann', 2: 'Ben' }

/** A computer in Ben's seat. */
export const MACHINE = { level: 3, seed: 1 }

/** A room is opened. */
export function opened(kind: Kind, rules: object = {}) {
  const start = GameRecord.start(kind).position().text
  return { type: 'room-opened', format: 1, kind, rules: { ...RULES, ...rules }, start }
}

/** Ann (1) or Ben (2) takes a seat; Ann has the first side. Ben may be a computer. */
export function seatTaken(member: 1 | 2, hasComputer = false) {
  const side = member === 1 ? 'first' : 'second'
  return { type: 'seat-taken', side, ...seated(member, hasComputer) }
}

function seated(member: number, hasComputer: boolean) {
  if (member === 2 && hasComputer) return { member, name: 'Computer', machine: MACHINE }
  return { member, name: NAMES[member] }
}

/** A game begins, with these members on the first and the second side. */
export function started(
  kind: Kind,
  rules: object = {},
  number = 1,
  members = [1, 2],
  hasComputer = false,
) {
  return {
    type: 'game-started',
    kind,
    rules: { ...RULES, ...rules },
    number,
    nextMember: 3,
    seats: members.map((member) => seated(member, hasComputer)),
    start: GameRecord.start(kind).position().text,
  }
}
