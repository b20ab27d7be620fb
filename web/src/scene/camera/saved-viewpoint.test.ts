import { afterEach, expect, it } from 'vitest'

import { saveViewpoint, savedViewpoint } from './saved-viewpoint'
import { namedViewpoint } from './viewpoints'

afterEach(() => {
  localStorage.clear()
})

it('starts at the default viewpoint of the kind', () => {
  expect(savedViewpoint('space').view).toEqual(namedViewpoint('mine', false))
})

it('saves one viewpoint per kind', () => {
  const saved = { view: { azimuth: 1, elevation: 0.5, distance: 0.8 }, gap: 3 }
  saveViewpoint('space', saved)
  expect(savedViewpoint('space')).toEqual(saved)
  expect(savedViewpoint('chess').view).toEqual(namedViewpoint('white', false))
})

it.each(['{', 'null', '[]', '{"gap":2}', '{"gap":2,"view":{"azimuth":1,"elevation":"up"}}'])(
  'ignores the malformed value %s',
  (text) => {
    localStorage.setItem('raum.seat.space', text)
    expect(savedViewpoint('space').view).toEqual(namedViewpoint('mine', false))
  },
)
