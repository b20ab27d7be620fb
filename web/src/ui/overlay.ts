// A component above every screen, set by a part of the page that is loaded later: the first load knows none of it.

import type { ComponentChildren } from 'preact'
import { useSyncExternalStore } from '../hooks'

let shown: ComponentChildren = null
const listeners = new Set<() => void>()

/** Shows a component above every screen until the next call; null shows none. */
export function setOverlay(overlay: ComponentChildren): void {
  shown = overlay
  for (const listener of listeners) listener()
}

/** What is shown above every screen. */
export function useOverlay(): ComponentChildren {
  return useSyncExternalStore(subscribe, () => shown)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
