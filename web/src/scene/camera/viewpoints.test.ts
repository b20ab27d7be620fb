import { MathUtils, PerspectiveCamera, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'

import { GAP, layoutOf, placeOf, sizeOf } from './layout'
import {
  FIELD_OF_VIEW,
  clampView,
  namedView,
  nearestTurn,
  pose,
  usualView,
  viewNames,
} from './viewpoints'
import { cellsOf } from '../../board/cell'
import { factsOf } from '../../raum'

const degrees = MathUtils.radToDeg

describe.each(['chess', 'space'] as const)('%s', (kind) => {
  const { extent } = factsOf(kind)
  const shapes: [number, number][] = [
    [1280, 700],
    [360, 600],
  ]

  it.each(viewNames(kind))('shows every cell and piece in the view %s', (name) => {
    for (const gap of Object.values(GAP)) {
      const layout = layoutOf(extent, gap)
      for (const [width, height] of shapes) {
        for (const flipped of [false, true]) {
          const camera = new PerspectiveCamera(FIELD_OF_VIEW, width / height, 0.5, 200)
          pose(camera, namedView(name, flipped), layout)
          for (const cell of cellsOf(extent)) {
            const place = placeOf(layout, cell, new Vector3())
            const king = sizeOf(layout, 'king').height
            for (const y of [0, king]) {
              const {
                x,
                y: up,
                z,
              } = place
                .clone()
                .setY(place.y + y)
                .project(camera)
              expect(Math.max(Math.abs(x), Math.abs(up), Math.abs(z))).toBeLessThan(1)
            }
          }
        }
      }
    }
  })

  it('fills the height of a wide picture at first, from the near edge to the far kings', () => {
    const layout = layoutOf(extent, GAP.usual)
    const camera = new PerspectiveCamera(FIELD_OF_VIEW, 1.6, 0.5, 200)
    pose(camera, namedView(usualView(kind), false), layout)
    const heights = cellsOf(extent).flatMap((cell) => {
      const place = placeOf(layout, cell, new Vector3())
      const crown = place.clone().setY(place.y + sizeOf(layout, 'king').height)
      const edge = place.clone().setZ(place.z + 1)
      return [crown.project(camera).y, edge.project(camera).y]
    })
    expect(Math.max(...heights)).toBeGreaterThan(0.85)
    expect(Math.min(...heights)).toBeLessThan(-0.85)
  })

  it('looks from the other side when flipped', () => {
    const [name = 'mine'] = kind === 'space' ? viewNames(kind) : (['isometric'] as const)
    const turn = namedView(name, true).azimuth - namedView(name, false).azimuth
    expect(turn).toBeCloseTo(Math.PI)
  })
})

it('sees chess as people sit at it, and space chess as its levels hide least', () => {
  const white = namedView('white', false)
  expect(degrees(white.elevation)).toBeGreaterThanOrEqual(50)
  expect(degrees(white.elevation)).toBeLessThanOrEqual(60)
  expect(white.azimuth).toBe(0)
  const mine = namedView('mine', false)
  expect(degrees(mine.elevation)).toBeGreaterThanOrEqual(22)
  expect(degrees(mine.elevation)).toBeLessThanOrEqual(26)
  expect(degrees(mine.azimuth)).toBeCloseTo(28)
})

it('looks at chess from above alone, neither over its zenith nor into it nor from out of sight', () => {
  const low = clampView('chess', { azimuth: 9, elevation: -1, distance: 0 })
  expect(low.azimuth).toBe(9)
  expect(low.elevation).toBeGreaterThan(0)
  expect(low.distance).toBeGreaterThan(0.3)
  const high = clampView('chess', { azimuth: 0, elevation: 9, distance: 9 })
  expect(high.elevation).toBeCloseTo(Math.PI / 2)
  expect(high.distance).toBeLessThan(2)
})

it('looks at space chess from below as well', () => {
  const below = { azimuth: 0, elevation: -1, distance: 1 }
  expect(clampView('space', below)).toEqual(below)
  expect(clampView('space', { ...below, elevation: -9 }).elevation).toBeCloseTo(-Math.PI / 2)
  const { extent } = factsOf('space')
  const layout = layoutOf(extent, GAP.usual)
  for (const elevation of [-1.5, -1, -0.4]) {
    const camera = new PerspectiveCamera(FIELD_OF_VIEW, 1.6, 0.5, 200)
    pose(camera, { ...below, elevation }, layout)
    for (const cell of cellsOf(extent)) {
      const place = placeOf(layout, cell, new Vector3())
      const { x, y, z } = place.clone().project(camera)
      expect(Math.max(Math.abs(x), Math.abs(y), Math.abs(z))).toBeLessThan(1)
      // What is near to the first side is higher in the picture than what is far.
      const near = place.clone().setZ(place.z + 0.5)
      expect(near.project(camera).y).toBeGreaterThan(y)
    }
  }
})

it('turns the short way', () => {
  expect(nearestTurn(0, 6)).toBeCloseTo(2 * Math.PI)
  expect(nearestTurn(Math.PI, -3)).toBeCloseTo(-Math.PI)
})
