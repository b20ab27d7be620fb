import { afterEach, expect, it } from 'vitest'

import { keepSeat, keptSeat } from './saved-viewpoint'
import { namedView } from './viewpoints'

afterEach(() => {
  localStorage.clear()
})

it('sits where everybody sits at first', () => {
  expect(keptSeat('space').view).toEqual(namedView('mine', false))
})

it('remembers a seat for each kind', () => {
  const seat = { view: { azimuth: 1, elevation: 0.5, distance: 0.8 }, gap: 3 }
  keepSeat('space', seat)
  expect(keptSeat('space')).toEqual(seat)
  expect(keptSeat('chess').view).toEqual(namedView('white', false))
})

it.each(['{', 'null', '[]', '{"gap":2}', '{"gap":2,"view":{"azimuth":1,"elevation":"up"}}'])(
  'does not take %s for a seat',
  (text) => {
    localStorage.setItem('raum.seat.space', text)
    expect(keptSeat('space').view).toEqual(namedView('mine', false))
  },
)
