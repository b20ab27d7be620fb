// Routing: maps the page's address to a screen.
//
// A route is a path and a query below the page's base path, such as `/r/K3V9?dialect=space`. raum serves it as the
// address itself; on a static host it follows the `#`. The page reads both everywhere.

import type { TargetedMouseEvent } from 'preact'

import { useSyncExternalStore } from './hooks'
import type { Kind } from './raum'
import { KINDS } from './words'

/** The dialect of the connection: raum's own, or that of space chess. */
export type Dialect = 'raum' | 'space'

/** A dialog of the start screen, by the name of its query parameter. */
export interface Opened {
  dialog: 'new' | 'computer' | 'here' | 'rules'
  kind: Kind
}

const DIALOGS = ['new', 'computer', 'here', 'rules'] as const

export type Route =
  /** `opened` is a dialog for a new game: `/?new=chess` online, `/?computer=chess` against the computer. */
  | { screen: 'home'; opened?: Opened; dialect?: Dialect }
  | { screen: 'game' | 'learn'; kind: Kind }
  /**
   * `room` is a room's id, or a code that refers to it while the room is open. `transfer` is a code that moves a seat
   * from another device to this one. `game` is the number of an earlier game to look at.
   */
  | { screen: 'room'; room: string; dialect?: Dialect; transfer?: string; game?: number }
  | { screen: 'nothing' }

/** The longest room code. Ids are shorter; codes may be any text. */
const ROOM_CHARS_MAX = 64

/** The route of an address. */
export function routeOf({
  pathname,
  search,
  hash,
}: Pick<URL, 'pathname' | 'search' | 'hash'>): Route {
  const isInFragment = hash.startsWith('#/')
  const below = `/${pathname.slice(import.meta.env.BASE_URL.length)}`
  const [path = '/', query] = isInFragment ? hash.slice(1).split('?', 2) : [below, search]
  const parameters = new URLSearchParams(query)
  const dialect = parameters.get('dialect') === 'space' && { dialect: 'space' as const }
  if (path === '/') {
    const dialogs = DIALOGS.map((dialog) => ({ dialog, kind: kindOf(parameters.get(dialog)) }))
    const opened = dialogs.find((each): each is Opened => each.kind !== null)
    return { screen: 'home', ...(opened && { opened }), ...dialect }
  }
  const kind = kindOf(path.slice(1))
  if (kind) return { screen: 'game', kind }
  const learned = path.startsWith('/learn/') && kindOf(path.slice(7))
  if (learned) return { screen: 'learn', kind: learned }
  const room = path.startsWith('/r/') && roomOf(decoded(path.slice(3)))
  if (!room) return { screen: 'nothing' }
  const transfer = isInFragment ? parameters.get('transfer') : /^#transfer=(.+)$/.exec(hash)?.[1]
  const game = /^[1-9]\d{0,5}$/.exec(parameters.get('game') ?? '')?.[0]
  return {
    screen: 'room',
    room,
    ...dialect,
    ...(transfer && { transfer }),
    ...(game && { game: Number(game) }),
  }
}

/** The address of a route, as an absolute path. */
export function addressOf(route: Exclude<Route, { screen: 'nothing' }>): string {
  const isStatic = Boolean(import.meta.env['VITE_SERVER_URL'])
  const query: string[] = []
  if (route.screen === 'home' && route.opened) {
    query.push(`${route.opened.dialog}=${route.opened.kind}`)
  }
  if ('dialect' in route && route.dialect === 'space') query.push('dialect=space')
  if (route.screen === 'room' && route.game !== undefined) query.push(`game=${route.game}`)
  let fragment = ''
  if (route.screen === 'room' && route.transfer) {
    // Browsers do not send the fragment to the server.
    if (isStatic) query.push(`transfer=${route.transfer}`)
    else fragment = `#transfer=${route.transfer}`
  }
  const start = `${import.meta.env.BASE_URL}${isStatic ? '#/' : ''}`
  return `${start}${pathOf(route)}${query.length > 0 ? `?${query.join('&')}` : ''}${fragment}`
}

function pathOf(route: Route): string {
  if (route.screen === 'room') return `r/${encodeURIComponent(route.room)}`
  if (route.screen === 'learn') return `learn/${route.kind}`
  return route.screen === 'game' ? route.kind : ''
}

/** Returns a text if it can be a room's id or code. */
export function roomOf(text: string): string | null {
  const chars = Array.from(text).length
  // A path segment of dots leads up, even when encoded.
  const isName = chars > 0 && chars <= ROOM_CHARS_MAX && !/^\.\.?$|^\s|\s$/.test(text)
  return isName ? text : null
}

/** Decodes a path segment; empty if it is malformed or more than one segment. */
function decoded(part: string): string {
  if (part.includes('/')) return ''
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

function kindOf(text: string | null): Kind | null {
  return text !== null && Object.hasOwn(KINDS, text) ? (text as Kind) : null
}

const NAVIGATED = 'raum:moved'

let read: { href: string; route: Route } | undefined

/** The route of the page's address. A transfer code is read once and removed from the address. */
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

// Removes a transfer code before other code reads the address.
current()

/** The current route. */
export function useRoute(): Route {
  return useSyncExternalStore(subscribe, current)
}

/** Navigates to another screen without reloading the page. */
export function go(address: string): void {
  history.pushState(null, '', address)
  dispatchEvent(new Event(NAVIGATED))
  // The new screen starts at the top.
  document.documentElement.scrollTop = 0
}

/** Replaces the address of the current screen, without a history entry. */
export function rename(address: string): void {
  history.replaceState(history.state, '', address)
  dispatchEvent(new Event(NAVIGATED))
}

/** Handles a click on a link within the page, unless it opens in a new tab or window. */
export function follow(event: TargetedMouseEvent<HTMLAnchorElement>): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
  event.preventDefault()
  go(event.currentTarget.href)
}

function subscribe(changed: () => void): () => void {
  const events = ['popstate', 'hashchange', NAVIGATED]
  for (const event of events) addEventListener(event, changed)
  return () => {
    for (const event of events) removeEventListener(event, changed)
  }
}
