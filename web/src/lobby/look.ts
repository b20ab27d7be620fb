import { createElement } from 'preact'

import { setOverlay } from '../ui/overlay'
import type { Wish } from './seek'
import { SeekOverlay } from './SeekOverlay'
import { lobby } from './use-lobby'

/** Looks for an opponent, and shows the progress on every screen. */
export function look(wish: Wish): void {
  lobby.seek(wish)
  setOverlay(createElement(SeekOverlay, null))
}
