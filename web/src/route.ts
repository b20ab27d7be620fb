// Which screen is shown: the page's address says.
//
// A route is a path and a query below the page's folder, such as `/r/K3V9?dialect=space`. A server that knows the page has
// it as the address itself; on a host of mere files it stands behind the `#`. Either is read everywhere.

import { useSyncExternalStore } from 'react'
import type { MouseEvent } from 'react'

import type { Kind } from './raum'

/** What is spoken with a room: raum's own dialect, or the one of space chess. */
export type Dialect = 'raum' | 'space'

export type Route =
  /** `wanted` is the kind of a game that somebody wants to play online at once: `/?new=chess`. */
  | { screen: 'home'; wanted?: Kind; dialect?: Dialect }
  | { screen: 'game'; kind: Kind }
  /**
   * `room` is a room's id, or a code that stands for one while the room is open. `transfer` is the code that takes a seat over from another device.
   */
  | { screen: 'room'; room: string; dialect?: Dialect; transfer?: string }
  | { screen: 'nothing' }

/** The longest name of a room: an id is shorter, a code may be any text. */
const ROOM_CHARS_MAX = 64

/** The route of an address. */
export function routeOf({
  pathname,
  search,
  hash,
}: Pick<URL, 'pathname' | 'search' | 'hash'>): Route {
  const isBehind = hash.startsWith('#/')
  const below = `/${pathname.slice(import.meta.env.BASE_URL.length)}`
  const [path = '/', query] = isBehind ? hash.slice(1).split('?', 2) : [below, search]
  const said = new URLSearchParams(query)
  const dialect = said.get('dialect') === 'space' && { dialect: 'space' as const }
  if (path === '/') {
    const wanted = kindOf(said.get('new'))
    return { screen: 'home', ...(wanted && { wanted }), ...dialect }
  }
  const kind = kindOf(path.slice(1))
  if (kind) return { screen: 'game', kind }
  const room = path.startsWith('/r/') && roomOf(decoded(path.slice(3)))
  if (!room) return { screen: 'nothing' }
  const transfer = isBehind ? said.get('transfer') : /^#transfer=(.+)$/.exec(hash)?.[1]
  return { screen: 'room', room, ...dialect, ...(transfer && { transfer }) }
}

/** The address of a route, from the host's root. */
export function addressOf(route: Exclude<Route, { screen: 'nothing' }>): string {
  const isStatic = Boolean(import.meta.env['VITE_SERVER_URL'])
  const query: string[] = []
  if (route.screen === 'home' && route.wanted) query.push(`new=${route.wanted}`)
  if (route.screen !== 'game' && route.dialect === 'space') query.push('dialect=space')
  let fragment = ''
  if (route.screen === 'room' && route.transfer) {
    // Nobody sees a fragment but the page.
    if (isStatic) query.push(`transfer=${route.transfer}`)
    else fragment = `#transfer=${route.transfer}`
  }
  const start = `${import.meta.env.BASE_URL}${isStatic ? '#/' : ''}`
  return `${start}${pathOf(route)}${query.length > 0 ? `?${query.join('&')}` : ''}${fragment}`
}

function pathOf(route: Route): string {
  if (route.screen === 'room') return `r/${encodeURIComponent(route.room)}`
  return route.screen === 'game' ? route.kind : ''
}

/** The id or the code of a room, if a text can be one. */
export function roomOf(text: string): string | null {
  const chars = Array.from(text).length
  // An address would lead up by dots, however they are written.
  const isName = chars > 0 && chars <= ROOM_CHARS_MAX && !/^\.\.?$|^\s|\s$/.test(text)
  return isName ? text : null
}

/** One part of a path as it was before it was encoded; nothing if it is no part, or encoded badly. */
function decoded(part: string): string {
  if (part.includes('/')) return ''
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

function kindOf(text: string | null): Kind | null {
  return text === 'chess' || text === 'space' || text === 'tictactoe' ? text : null
}

const MOVED = 'raum:moved'

let read: { href: string; route: Route } | undefined

/** The route of the page's address. A transfer code is read once, and no longer part of the address then. */
function current(): Route {
  if (read?.href === location.href) return read.route
  const route = routeOf(location)
  if (route.screen === 'room' && route.transfer) {
    const plain = { ...route }
    delete plain.transfer
    history.replaceState(history.state, '', addressOf(plain))
  }
  read = { href: location.href, route }
  return route
}

// Before anything else sees the address.
current()

/** The screen of the page's address. */
export function useRoute(): Route {
  return useSyncExternalStore(subscribe, current)
}

/** Goes to another screen without loading the page again. */
export function go(address: string): void {
  history.pushState(null, '', address)
  dispatchEvent(new Event(MOVED))
  // However far down the screen before was.
  document.documentElement.scrollTop = 0
}

/** Gives the screen that is shown another address, without a step to come back from. */
export function rename(address: string): void {
  history.replaceState(history.state, '', address)
  dispatchEvent(new Event(MOVED))
}

/** What a link to another screen does, unless it is to open elsewhere. */
export function follow(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
  event.preventDefault()
  go(event.currentTarget.href)
}

function subscribe(moved: () => void): () => void {
  const events = ['popstate', 'hashchange', MOVED]
  for (const event of events) addEventListener(event, moved)
  return () => {
    for (const event of events) removeEventListener(event, moved)
  }
}
