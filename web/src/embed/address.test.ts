import { expect, test } from 'vitest'

import { linkTo, optionsOf, roomIn } from './address'

test('reads options, and ignores what it does not know', () => {
  const usual = { theme: null, isFlipped: false }
  expect(optionsOf('')).toEqual(usual)
  expect(optionsOf('?theme=dark&flip=1')).toEqual({ theme: 'dark', isFlipped: true })
  expect(optionsOf('?theme=light')).toEqual({ theme: 'light', isFlipped: false })
  for (const search of ['?theme=pink', '?theme=', '?flip=0', '?flip=true', '?token=T', '?%ff']) {
    expect(optionsOf(search)).toEqual(usual)
  }
})

test('reads the room in the path', () => {
  expect(roomIn('/embed/0123456789AB')).toBe('0123456789AB')
  expect(roomIn('/embed/a%20b')).toBe('a b')
  for (const path of ['/embed.html', '/embed/', '/embed/a/b', '/embed/%ff', '/r/A', '/']) {
    expect(roomIn(path)).toBe(null)
  }
  expect(linkTo('a b/c')).toBe('/r/a%20b%2Fc')
})
