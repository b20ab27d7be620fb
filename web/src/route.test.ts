import { act } from './act'
import { renderHook } from '@testing-library/preact'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { addressOf, go, routeOf, useRoute } from './route'
import type { Route } from './route'

type Somewhere = Exclude<Route, { screen: 'nothing' }>

const SOMEWHERE: [Somewhere, string, string][] = [
  [{ screen: 'home' }, '/', '/raum/#/'],
  [{ screen: 'home', dialect: 'space' }, '/?dialect=space', '/raum/#/?dialect=space'],
  [
    { screen: 'home', opened: { dialog: 'new', kind: 'chess' } },
    '/?new=chess',
    '/raum/#/?new=chess',
  ],
  [
    { screen: 'home', opened: { dialog: 'computer', kind: 'space' } },
    '/?computer=space',
    '/raum/#/?computer=space',
  ],
  [
    { screen: 'home', opened: { dialog: 'new', kind: 'space' }, dialect: 'space' },
    '/?new=space&dialect=space',
    '/raum/#/?new=space&dialect=space',
  ],
  [{ screen: 'game', kind: 'chess' }, '/chess', '/raum/#/chess'],
  [{ screen: 'game', kind: 'space' }, '/space', '/raum/#/space'],
  [{ screen: 'game', kind: 'tictactoe' }, '/tictactoe', '/raum/#/tictactoe'],
  [{ screen: 'room', room: 'AB-1_2' }, '/r/AB-1_2', '/raum/#/r/AB-1_2'],
  [
    { screen: 'room', room: 'Über/uns? #1 100%' },
    '/r/%C3%9Cber%2Funs%3F%20%231%20100%25',
    '/raum/#/r/%C3%9Cber%2Funs%3F%20%231%20100%25',
  ],
  [
    { screen: 'room', room: 'AB12', dialect: 'space' },
    '/r/AB12?dialect=space',
    '/raum/#/r/AB12?dialect=space',
  ],
  [{ screen: 'room', room: 'AB12', game: 2 }, '/r/AB12?game=2', '/raum/#/r/AB12?game=2'],
  [
    { screen: 'room', room: 'AB12', transfer: 'C0DE' },
    '/r/AB12#transfer=C0DE',
    '/raum/#/r/AB12?transfer=C0DE',
  ],
]

afterEach(() => {
  vi.unstubAllEnvs()
  history.replaceState(null, '', '/')
})

/** Builds the page as for a static host. */
function build() {
  vi.stubEnv('VITE_SERVER_URL', 'https://raum.example')
  vi.stubEnv('BASE_URL', '/raum/')
}

const at = (address: string) => routeOf(new URL(address, 'http://localhost'))

describe.each(SOMEWHERE)('%j', (route, served, built) => {
  test(`is at ${served}`, () => {
    expect(addressOf(route)).toBe(served)
    expect(at(served)).toEqual(route)
  })

  test(`is at ${built} on a static host`, () => {
    build()
    expect(addressOf(route)).toBe(built)
    expect(at(built)).toEqual(route)
  })
})

test.each<[string, Route]>([
  ['/r/', { screen: 'nothing' }],
  ['/r/a/b', { screen: 'nothing' }],
  ['/r/%', { screen: 'nothing' }],
  ['/r/%20', { screen: 'nothing' }],
  [`/r/${'a'.repeat(65)}`, { screen: 'nothing' }],
  ['/checkers', { screen: 'nothing' }],
  ['/#/checkers', { screen: 'nothing' }],
  // The server matches ids case-insensitively, and codes exactly.
  ['/r/k3v9x7m2p4qr', { screen: 'room', room: 'k3v9x7m2p4qr' }],
  // An installed page has the same start address in both builds.
  ['/#/chess', { screen: 'game', kind: 'chess' }],
  ['/?new=checkers&dialect=klingon', { screen: 'home' }],
  ['/r/AB12?game=0', { screen: 'room', room: 'AB12' }],
  ['/r/AB12?game=x', { screen: 'room', room: 'AB12' }],
  ['/r/AB12#transfer=', { screen: 'room', room: 'AB12' }],
  // A query would be sent to the server.
  ['/r/AB12?transfer=C0DE', { screen: 'room', room: 'AB12' }],
])('%s', (address, route) => {
  expect(at(address)).toEqual(route)
})

test('a static host has no routes outside its base path', () => {
  build()
  expect(at('/raum/checkers')).toEqual({ screen: 'nothing' })
  expect(at('/raum/')).toEqual({ screen: 'home' })
})

describe('the route of the page', () => {
  test('follows the address', () => {
    const { result } = renderHook(useRoute)
    act(() => go('/space'))
    expect(result.current).toEqual({ screen: 'game', kind: 'space' })
    act(() => {
      location.hash = '#/chess'
      dispatchEvent(new HashChangeEvent('hashchange'))
    })
    expect(result.current).toEqual({ screen: 'game', kind: 'chess' })
  })

  test.each(['/r/AB12?dialect=space#transfer=C0DE', '/#/r/AB12?transfer=C0DE&dialect=space'])(
    'reads the transfer code of %s and removes it from the address',
    (address) => {
      const { result } = renderHook(useRoute)
      const { length } = history
      act(() => go(address))
      expect(result.current).toMatchObject({ screen: 'room', room: 'AB12', transfer: 'C0DE' })
      expect(location.href).toBe('http://localhost:3000/r/AB12?dialect=space')
      // It is not in the history either.
      expect(history.length).toBe(length + 1)
    },
  )
})
