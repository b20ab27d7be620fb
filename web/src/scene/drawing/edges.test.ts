import { expect, it } from 'vitest'

import { labelsOf, nearEdges, sectorOf } from './edges'
import { GAP, layoutOf } from '../camera/layout'

const CHESS = layoutOf({ x: 8, y: 8, z: 1 }, GAP.usual)
const SPACE = layoutOf({ x: 5, y: 5, z: 5 }, GAP.usual)
const quarter = Math.PI / 2

it('labels files along the edge of White, and ranks to its left', () => {
  const labels = labelsOf(CHESS, 0, 0)
  expect(labels.map(({ text }) => text).join('')).toBe('abcdefgh12345678')
  expect(labels.find(({ text }) => text === 'a')).toMatchObject({ x: -3.5, z: 4.28, turn: 0 })
  expect(labels.find(({ text }) => text === '1')).toMatchObject({ x: -4.28, z: 3.5, turn: 0 })
})

it('labels the opposite edges for Black', () => {
  const labels = labelsOf(CHESS, Math.PI, 0)
  expect(labels.find(({ text }) => text === 'a')).toMatchObject({
    x: -3.5,
    z: -4.28,
    turn: Math.PI,
  })
  expect(labels.find(({ text }) => text === '1')).toMatchObject({ x: 4.28, turn: Math.PI })
})

it('finds the two near edges at every azimuth', () => {
  for (const [azimuth, x, z] of [
    [0.5, 1, 1],
    [0.5 + quarter, 1, -1],
    [0.5 + 2 * quarter, -1, -1],
    [0.5 + 3 * quarter, -1, 1],
  ] as const)
    expect(nearEdges(azimuth)).toMatchObject({ x, z })
})

it('labels levels to the left and right of everything else', () => {
  for (const azimuth of [0.49, 2, 4, 5.5]) {
    const labels = labelsOf(SPACE, azimuth, 0)
    const right = ({ x, z }: { x: number; z: number }) =>
      x * Math.cos(azimuth) - z * Math.sin(azimuth)
    const levels = labels.filter(({ turn }) => turn === null)
    expect(levels.map(({ text }) => text).join('')).toBe('ABCDEABCDE')
    const others = labels.filter(({ turn }) => turn !== null).map(right)
    expect(right(levels[0] ?? { x: 0, z: 0 })).toBeLessThan(Math.min(...others))
    expect(right(levels[9] ?? { x: 0, z: 0 })).toBeGreaterThan(Math.max(...others))
  }
})

it('moves labels only between sectors', () => {
  const sectors = new Map<number, string>()
  for (let degrees = -361; degrees < 720; degrees += 0.7) {
    const azimuth = (degrees * Math.PI) / 180
    const [sector, labels] = [sectorOf(azimuth), JSON.stringify(labelsOf(SPACE, azimuth, 0))]
    expect(sectors.get(sector) ?? labels).toBe(labels)
    sectors.set(sector, labels)
  }
  // Four per quarter turn, and part of one before the first.
  expect(sectors.size).toBe(4 * 12 + 1)
})
