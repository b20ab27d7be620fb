import { describe, expect, test } from 'vitest'

import { layoutOf } from './layout'
import type { Label, Layout } from './layout'
import { kinds } from '../raum'

const every = kinds().flatMap(({ kind }) => [false, true].map((flipped) => ({ kind, flipped })))

function tilesOf({ planes }: Layout) {
  return planes.flatMap(({ tiles }) => tiles)
}

describe.each(every)('$kind, flipped: $flipped', ({ kind, flipped }) => {
  const layout = layoutOf(kind, flipped, true)
  const tiles = tilesOf(layout)

  test('every cell has a tile of its own, within the picture and beside the words', () => {
    const { x, y, z } = kinds().find((each) => each.kind === kind)?.extent ?? { x: 0, y: 0, z: 0 }
    expect(new Set(tiles.map(({ key }) => key)).size).toBe(x * y * z)
    const boxes = tiles.map((tile) => boxAt(tile.x, tile.y, layout.tileSide))
    for (const box of boxes) {
      expect(box.left).toBeGreaterThan(0)
      expect(box.top).toBeGreaterThan(0)
      expect(box.right).toBeLessThan(layout.width)
      expect(box.bottom).toBeLessThan(layout.height)
    }
    const { caption } = layout
    const words = boxAt(caption.x, caption.y, caption.width, caption.height)
    const all = [...boxes, words]
    const overlapping = all.filter((one, index) =>
      all.slice(index + 1).some((other) => overlap(one, other)),
    )
    expect(overlapping).toEqual([])
    expect(words.right).toBeLessThan(layout.width)
    expect(words.bottom).toBeLessThan(layout.height)
  })

  test('labels are within the picture', () => {
    for (const { x, y } of layout.labels) {
      expect(x > 0 && x < layout.width && y > 0 && y < layout.height).toBe(true)
    }
  })
})

test('the side at the bottom has its first rank there', () => {
  const lowest = (flipped: boolean) =>
    tilesOf(layoutOf('chess', flipped, true)).reduce((one, other) =>
      other.y > one.y || (other.y === one.y && other.x < one.x) ? other : one,
    ).key
  expect(lowest(false)).toBe('0.0.0')
  expect(lowest(true)).toBe('7.7.0')
})

test('the levels have names, and a board has coordinates unless the player hides them', () => {
  const texts = (labels: Label[]) => labels.map(({ text }) => text).join('')
  expect(texts(layoutOf('space', false, false).labels)).toBe('ABCDE')
  expect(texts(layoutOf('space', false, true).labels)).toBe(`ABCDE${'54321abcde'.repeat(5)}`)
  expect(texts(layoutOf('chess', false, true).labels)).toBe('87654321abcdefgh')
  expect(texts(layoutOf('chess', true, true).labels)).toBe('12345678hgfedcba')
  expect(layoutOf('chess', false, false).labels).toEqual([])
  expect(layoutOf('tictactoe', false, true).labels).toEqual([])
})

interface Edges {
  left: number
  top: number
  right: number
  bottom: number
}

function boxAt(x: number, y: number, width: number, height = width): Edges {
  return { left: x, top: y, right: x + width, bottom: y + height }
}

/** Whether two boxes have a part in common. A hundredth may be rounding. */
function overlap(one: Edges, other: Edges): boolean {
  const isBeside = one.right < other.left + 0.01 || other.right < one.left + 0.01
  const isAbove = one.bottom < other.top + 0.01 || other.bottom < one.top + 0.01
  return !isBeside && !isAbove
}
