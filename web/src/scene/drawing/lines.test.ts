import { describe, expect, it } from 'vitest'

import { inkOf, linesOf } from './lines'

const at = (x: number, y: number, z: number) => ({ x, y, z })

describe('the lines of a piece', () => {
  it('go to the farthest target of every direction, and tell how many directions they go in at once', () => {
    const targets = [at(1, 0, 0), at(3, 0, 0), at(1, 1, 0), at(2, 2, 2), at(1, 1, 1)]
    expect(linesOf(at(0, 0, 0), targets)).toEqual([
      { to: at(3, 0, 0), stroke: 'solid' },
      { to: at(1, 1, 0), stroke: 'dashed' },
      { to: at(2, 2, 2), stroke: 'dotted' },
    ])
  })

  it('are none where a knight goes', () => {
    expect(linesOf(at(2, 2, 2), [at(4, 3, 2), at(2, 4, 1)])).toEqual([])
  })
})

it('puts ink where a stroke has some, and never beyond its end', () => {
  expect(inkOf('solid', 2)).toEqual([[0, 2]])
  const [dashes, dots] = [inkOf('dashed', 2), inkOf('dotted', 2)]
  expect(dots.length).toBeGreaterThan(dashes.length)
  expect(dashes.length).toBeGreaterThan(3)
  for (const [from, to] of [...dashes, ...dots]) {
    expect(from).toBeGreaterThanOrEqual(0)
    expect(to).toBeLessThanOrEqual(2)
  }
})
