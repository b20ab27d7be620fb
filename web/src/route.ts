// Which screen is shown: the page's address says.

import { useSyncExternalStore } from 'react'
import type { MouseEvent } from 'react'

import type { Kind } from './raum'

export type Route =
  | { screen: 'home' }
  | { screen: 'game'; kind: Kind }
  | { screen: 'room'; room: string }
  | { screen: 'nothing' }

export function routeOf(path: string): Route {
  switch (path) {
    case '/':
      return { screen: 'home' }
    case '/chess':
    case '/space':
    case '/tictactoe':
      return { screen: 'game', kind: path.slice(1) as Kind }
  }
  const room = /^\/r\/([^/]+)$/.exec(path)?.[1]
  return room ? { screen: 'room', room } : { screen: 'nothing' }
}

const MOVED = 'raum:moved'

/** The screen of the page's address. */
export function useRoute(): Route {
  const path = useSyncExternalStore(subscribe, () => location.pathname)
  return routeOf(path)
}

/** Goes to another screen without loading the page again. */
export function go(path: string): void {
  history.pushState(null, '', path)
  dispatchEvent(new Event(MOVED))
  // However far down the screen before was.
  document.documentElement.scrollTop = 0
}

/** What a link to another screen does, unless it is to open elsewhere. */
export function follow(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
  event.preventDefault()
  go(event.currentTarget.pathname)
}

function subscribe(moved: () => void): () => void {
  addEventListener('popstate', moved)
  addEventListener(MOVED, moved)
  return () => {
    removeEventListener('popstate', moved)
    removeEventListener(MOVED, moved)
  }
}
