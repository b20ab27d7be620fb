import { MathUtils, PerspectiveCamera, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'

import { GAP, layoutOf, placeOf, sizeOf } from './layout'
import {
  FIELD_OF_VIEW,
  clampViewpoint,
  namedViewpoint,
  nearestTurn,
  pose,
  defaultViewpoint,
  viewpointNames,
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

  it.each(viewpointNames(kind))('shows every cell and piece from the viewpoint %s', (name) => {
    for (const gap of Object.values(GAP)) {
      for (const [width, height] of shapes) {
        for (const flipped of [false, true]) {
          const layout = layoutOf(extent, gap, flipped)
          const camera = new PerspectiveCamera(FIELD_OF_VIEW, width / height, 0.5, 200)
          pose(camera, namedViewpoint(name, flipped), layout)
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

  it('shows the board in the free area of the image, wherever that is', () => {
    const layout = layoutOf(extent, GAP.usual)
    for (const area of [
      { left: 0.3, top: 0, width: 0.45, height: 0.9 },
      { left: 0, top: 0.2, width: 1, height: 0.5 },
      { left: 0.7, top: 0.6, width: 0.2, height: 0.4 },
    ]) {
      const camera = new PerspectiveCamera(FIELD_OF_VIEW, 1.6, 0.5, 200)
      pose(camera, namedViewpoint(defaultViewpoint(kind), false), layout, area)
      const places = cellsOf(extent).map((cell) => {
        const { x, y } = placeOf(layout, cell, new Vector3()).project(camera)
        return [((x + 1) / 2 - area.left) / area.width, ((1 - y) / 2 - area.top) / area.height]
      })
      const [xs, ys] = [0, 1].map((axis) => places.map((place) => place[axis] ?? NaN))
      for (const each of [...(xs ?? []), ...(ys ?? [])]) {
        expect(each).toBeGreaterThan(0)
        expect(each).toBeLessThan(1)
      }
      const span = (values: number[] = []) => Math.max(...values) - Math.min(...values)
      expect(Math.max(span(xs), span(ys))).toBeGreaterThan(0.65)
    }
  })

  it('fills the height of a wide image by default, from the near edge to the far kings', () => {
    const layout = layoutOf(extent, GAP.usual)
    const camera = new PerspectiveCamera(FIELD_OF_VIEW, 1.6, 0.5, 200)
    pose(camera, namedViewpoint(defaultViewpoint(kind), false), layout)
    const heights = cellsOf(extent).flatMap((cell) => {
      const place = placeOf(layout, cell, new Vector3())
      const crown = place.clone().setY(place.y + sizeOf(layout, 'king').height)
      const edge = place.clone().setZ(place.z + 1)
      return [crown.project(camera).y, edge.project(camera).y]
    })
    expect(Math.max(...heights)).toBeGreaterThan(0.85)
    expect(Math.min(...heights)).toBeLessThan(-0.85)
  })

  it('is on the other side when flipped', () => {
    const [name = 'mine'] = kind === 'space' ? viewpointNames(kind) : (['isometric'] as const)
    const turn = namedViewpoint(name, true).azimuth - namedViewpoint(name, false).azimuth
    expect(turn).toBeCloseTo(Math.PI)
  })
})

it.each(viewpointNames('space'))(
  'shows both players the same from %s: a point reflection',
  (name) => {
    const { extent } = factsOf('space')
    const seen = (flipped: boolean) => {
      const layout = layoutOf(extent, GAP.usual, flipped)
      const camera = new PerspectiveCamera(FIELD_OF_VIEW, 1.6, 0.5, 200)
      pose(camera, namedViewpoint(name, flipped), layout)
      return cellsOf(extent).map((cell) => placeOf(layout, cell, new Vector3()).project(camera))
    }
    const [first, second] = [seen(false), seen(true)]
    // The cells are in the order of x + 5y + 25z, so the reflection reverses it.
    for (const [index, place] of first.entries())
      expect(place.distanceTo(second[first.length - 1 - index] ?? new Vector3())).toBeLessThan(1e-9)
  },
)

it('views chess as from a chair, and space chess where its levels hide least', () => {
  const white = namedViewpoint('white', false)
  expect(degrees(white.elevation)).toBeGreaterThanOrEqual(50)
  expect(degrees(white.elevation)).toBeLessThanOrEqual(60)
  expect(white.azimuth).toBe(0)
  const mine = namedViewpoint('mine', false)
  expect(degrees(mine.elevation)).toBeGreaterThanOrEqual(22)
  expect(degrees(mine.elevation)).toBeLessThanOrEqual(26)
  expect(degrees(mine.azimuth)).toBeCloseTo(28)
})

it('clamps chess to viewpoints above the board, up to the zenith, neither too near nor too far', () => {
  const low = clampViewpoint('chess', { azimuth: 9, elevation: -1, distance: 0 })
  expect(low.azimuth).toBe(9)
  expect(low.elevation).toBeGreaterThan(0)
  expect(low.distance).toBeGreaterThan(0.3)
  const high = clampViewpoint('chess', { azimuth: 0, elevation: 9, distance: 9 })
  expect(high.elevation).toBeCloseTo(Math.PI / 2)
  expect(high.distance).toBeLessThan(2)
})

it('allows viewpoints below the board in space chess', () => {
  const below = { azimuth: 0, elevation: -1, distance: 1 }
  expect(clampViewpoint('space', below)).toEqual(below)
  expect(clampViewpoint('space', { ...below, elevation: -9 }).elevation).toBeCloseTo(-Math.PI / 2)
  const { extent } = factsOf('space')
  const layout = layoutOf(extent, GAP.usual)
  for (const elevation of [-1.5, -1, -0.4]) {
    const camera = new PerspectiveCamera(FIELD_OF_VIEW, 1.6, 0.5, 200)
    pose(camera, { ...below, elevation }, layout)
    for (const cell of cellsOf(extent)) {
      const place = placeOf(layout, cell, new Vector3())
      const { x, y, z } = place.clone().project(camera)
      expect(Math.max(Math.abs(x), Math.abs(y), Math.abs(z))).toBeLessThan(1)
      // From below, the near edge is higher in the image than the far one.
      const near = place.clone().setZ(place.z + 0.5)
      expect(near.project(camera).y).toBeGreaterThan(y)
    }
  }
})

it('turns the short way round', () => {
  expect(nearestTurn(0, 6)).toBeCloseTo(2 * Math.PI)
  expect(nearestTurn(Math.PI, -3)).toBeCloseTo(-Math.PI)
})
