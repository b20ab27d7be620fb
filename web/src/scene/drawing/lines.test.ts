import { describe, expect, it } from 'vitest'

import { inkOf, linesOf } from './lines'

const at = (x: number, y: number, z: number) => ({ x, y, z })

describe('the lines of a piece', () => {
  it('go to the farthest target in each direction, with a stroke by number of axes', () => {
    const targets = [at(1, 0, 0), at(3, 0, 0), at(1, 1, 0), at(2, 2, 2), at(1, 1, 1)]
    expect(linesOf(at(0, 0, 0), targets)).toEqual([
      { to: at(3, 0, 0), stroke: 'solid' },
      { to: at(1, 1, 0), stroke: 'dashed' },
      { to: at(2, 2, 2), stroke: 'dotted' },
    ])
  })

  it('do not exist for knight moves', () => {
    expect(linesOf(at(2, 2, 2), [at(4, 3, 2), at(2, 4, 1)])).toEqual([])
  })
})

it('inks dashes and dots within the length of the line', () => {
  expect(inkOf('solid', 2)).toEqual([[0, 2]])
  const [dashes, dots] = [inkOf('dashed', 2), inkOf('dotted', 2)]
  expect(dots.length).toBeGreaterThan(dashes.length)
  expect(dashes.length).toBeGreaterThan(3)
  for (const [from, to] of [...dashes, ...dots]) {
    expect(from).toBeGreaterThanOrEqual(0)
    expect(to).toBeLessThanOrEqual(2)
  }
})
