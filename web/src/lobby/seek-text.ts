import type { ConnectionState } from '../table/connection'
import * as words from '../words-lobby'
import type { Seek } from './seek'

/** The state of a search in words. */
export function textOf(seek: Seek, status: ConnectionState['status']): string {
  const { kind, clock, from } = seek.wish
  switch (seek.state) {
    case 'waiting':
      if (status === 'lost' || status === 'offline') return words.SEARCH_RECONNECTING
      return from === null ? words.lookingFor(kind, clock) : words.OPPONENT_DID_NOT_MOVE
    case 'offered':
      return seek.isReady ? words.STARTING : `${words.OPPONENT_FOUND}: ${words.gameOf(kind, clock)}`
    case 'dropped':
      return words.DROPPED
    case 'replaced':
      return words.REPLACED
    case 'refused':
      return seek.message
  }
}
