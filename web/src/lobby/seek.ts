// The user's own search for an opponent.

import type { Progress, Terms } from './frames'

export interface Wish extends Terms {
  /** The finished room in which the search began, if it is about another opponent. */
  from: string | null
}

/** A search. It lasts while it is waiting or offered; the other states say why it ended. */
export type Seek = {
  wish: Wish
  /** When the search began, by this device's clock. */
  startedAt: number
} & SeekState

export type SeekState =
  | { state: 'waiting' }
  /** `until` is by this device's clock. */
  | { state: 'offered'; until: number; isReady: boolean }
  | { state: 'dropped' }
  | { state: 'replaced' }
  | { state: 'refused'; message: string }

export function isActive(seek: Seek | null): seek is Seek {
  return seek?.state === 'waiting' || seek?.state === 'offered'
}

/** The state of a search after a frame. `offsetMillis` is how far the server's clock is ahead. */
export function stateAfter(
  progress: Exclude<Progress, { state: 'paired' }>,
  offsetMillis: number,
): SeekState {
  switch (progress.state) {
    case 'offered':
      return { state: 'offered', until: progress.until - offsetMillis, isReady: false }
    case 'waiting':
      return { state: 'waiting' }
    case 'dropped':
    case 'replaced':
      return { state: progress.state }
  }
}
