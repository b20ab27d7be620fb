import { expect, test } from 'vitest'

import { routeOf } from './route'

test.each([
  ['/', { screen: 'home' }],
  ['/chess', { screen: 'game', kind: 'chess' }],
  ['/space', { screen: 'game', kind: 'space' }],
  ['/tictactoe', { screen: 'game', kind: 'tictactoe' }],
  ['/r/AB12', { screen: 'room', room: 'AB12' }],
  ['/r/', { screen: 'nothing' }],
  ['/r/a/b', { screen: 'nothing' }],
  ['/checkers', { screen: 'nothing' }],
])('%s', (path, route) => {
  expect(routeOf(path)).toEqual(route)
})
