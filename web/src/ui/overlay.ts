// A component above every screen, set by a part of the page that is loaded later: the first load knows none of it.

import { useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'

let shown: ReactNode = null
const listeners = new Set<() => void>()

/** Shows a component above every screen until the next call; null shows none. */
export function setOverlay(overlay: ReactNode): void {
  shown = overlay
  for (const listener of listeners) listener()
}

/** What is shown above every screen. */
export function useOverlay(): ReactNode {
  return useSyncExternalStore(subscribe, () => shown)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
