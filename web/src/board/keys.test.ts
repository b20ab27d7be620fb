import { expect, test } from 'vitest'

import { cellName } from './cell'
import { stepOf } from './keys'
import { factsOf } from '../raum'
import type { Cell, Kind } from '../raum'

function steps(kind: Kind, from: Cell, flipped: boolean, ...keys: string[]) {
  const { extent } = factsOf(kind)
  return keys.map((key) => {
    const step = stepOf(key, from, { kind, extent, flipped })
    return step && cellName(kind, step)
  })
}

const ARROWS = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft']
const e4 = { x: 4, y: 3, z: 0 }

test('arrows follow the screen in both orientations', () => {
  expect(steps('chess', e4, false, ...ARROWS)).toEqual(['e5', 'f4', 'e3', 'd4'])
  expect(steps('chess', e4, true, ...ARROWS)).toEqual(['e3', 'd4', 'e5', 'f4'])
})

test('the first row of tic-tac-toe is the top one', () => {
  expect(steps('tictactoe', { x: 1, y: 1, z: 0 }, false, 'ArrowUp', 'ArrowDown')).toEqual([
    'row 1, column 2',
    'row 3, column 2',
  ])
})

test('Home and End move to the ends of a row on screen', () => {
  expect(steps('chess', e4, false, 'Home', 'End')).toEqual(['a4', 'h4'])
  expect(steps('chess', e4, true, 'Home', 'End')).toEqual(['h4', 'a4'])
})

test('no key moves past an edge', () => {
  expect(steps('chess', { x: 0, y: 0, z: 0 }, false, ...ARROWS)).toEqual(['a2', 'b1', 'a1', 'a1'])
  expect(steps('chess', e4, false, 'PageUp', 'PageDown')).toEqual(['e4', 'e4'])
})

test('PageUp and PageDown change the level in both orientations', () => {
  const cell = { x: 1, y: 2, z: 1 }
  for (const flipped of [false, true]) {
    expect(steps('space', cell, flipped, 'PageUp', 'PageDown')).toEqual(['Cb3', 'Ab3'])
    expect(steps('space', { ...cell, z: 4 }, flipped, 'PageUp')).toEqual(['Eb3'])
    expect(steps('space', { ...cell, z: 0 }, flipped, 'PageDown')).toEqual(['Ab3'])
  }
})

test('other keys are ignored', () => {
  expect(steps('chess', e4, false, 'a', 'Tab', 'Enter')).toEqual([null, null, null])
})
