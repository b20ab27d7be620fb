import { Vector3 } from 'three'
import { describe, expect, it } from 'vitest'

import {
  GAP,
  cellAt,
  clampGap,
  drawingOrder,
  heightOf,
  layoutOf,
  lowestOf,
  placeOf,
} from './layout'
import { cellsOf } from '../../board/cell'

const CHESS = layoutOf({ x: 8, y: 8, z: 1 }, GAP.usual)
const SPACE = layoutOf({ x: 5, y: 5, z: 5 }, GAP.usual)
const FLIPPED = layoutOf({ x: 5, y: 5, z: 5 }, GAP.usual, true)

describe.each([CHESS, SPACE, FLIPPED])(
  'a board of $extent.x by $extent.y by $extent.z, rising $rise',
  (layout) => {
    it('maps every cell to a place of its own and back', () => {
      const places = cellsOf(layout.extent).map((cell) => {
        const place = placeOf(layout, cell, new Vector3())
        expect(cellAt(layout, cell.z, place)).toEqual(cell)
        return place.toArray().join()
      })
      expect(new Set(places).size).toBe(places.length)
    })

    it('is centred on the origin', () => {
      const middle = new Vector3()
      for (const cell of cellsOf(layout.extent)) middle.add(placeOf(layout, cell, new Vector3()))
      expect(middle.length()).toBeCloseTo(0)
    })

    it('has no cells beyond its edges', () => {
      const edge = layout.extent.x / 2 + 0.01
      expect(cellAt(layout, 0, new Vector3(edge, 0, 0))).toBeNull()
      expect(cellAt(layout, 0, new Vector3(0, 0, -edge))).toBeNull()
    })
  },
)

it('runs levels upwards, ranks away from the first side, files to the right', () => {
  const place = (x: number, y: number, z: number) => placeOf(SPACE, { x, y, z }, new Vector3())
  expect(
    place(0, 0, 1)
      .sub(place(0, 0, 0))
      .toArray(),
  ).toEqual([0, GAP.usual, 0])
  expect(
    place(0, 1, 0)
      .sub(place(0, 0, 0))
      .toArray(),
  ).toEqual([0, 0, -1])
  expect(
    place(1, 0, 0)
      .sub(place(0, 0, 0))
      .toArray(),
  ).toEqual([1, 0, 0])
})

it('has the last level lowest for the second side', () => {
  expect([SPACE, FLIPPED, CHESS].map(lowestOf)).toEqual([0, 4, 0])
  for (let level = 0; level < 5; level++)
    expect(heightOf(FLIPPED, level)).toBeCloseTo(heightOf(SPACE, 4 - level))
})

it('clamps the gap between a cube and a wide stack', () => {
  expect([0, 2, 9].map(clampGap)).toEqual([GAP.cube, 2, GAP.wide])
})

it('draws the levels farthest from the camera first, above and below it', () => {
  expect(drawingOrder(SPACE, 100)).toEqual([0, 1, 2, 3, 4])
  expect(drawingOrder(SPACE, -100)).toEqual([4, 3, 2, 1, 0])
  expect(drawingOrder(SPACE, heightOf(SPACE, 3) + 0.1)).toEqual([0, 1, 2, 4, 3])
})
