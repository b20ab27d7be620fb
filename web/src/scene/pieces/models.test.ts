import { expect, it } from 'vitest'

import { MODELLED, modelOf } from './models'
import type { Modelled } from './models'
import { GAP, layoutOf, sizeOf } from '../camera/layout'

const CHESS = layoutOf({ x: 8, y: 8, z: 1 }, GAP.usual)
const SPACE = layoutOf({ x: 5, y: 5, z: 5 }, GAP.usual)

/** A piece's radius in twelve directions, within a range of heights. */
function silhouette(role: Modelled, from: number, to: number): number[] {
  const positions = modelOf(role).getAttribute('position')
  const reach = Array.from({ length: 12 }, () => 0)
  for (let index = 0; index < positions.count; index++) {
    const [x, y, z] = [positions.getX(index), positions.getY(index), positions.getZ(index)]
    if (y < from || y > to) continue
    const turn = Math.floor(((Math.atan2(z, x) / Math.PI + 1) / 2) * 12) % 12
    reach[turn] = Math.max(reach[turn] ?? 0, Math.hypot(x, z))
  }
  return reach
}

it.each(MODELLED)('models a %s that stands on the ground with unit height and radius', (role) => {
  const model = modelOf(role)
  model.computeBoundingBox()
  expect(model.boundingBox?.min.y).toBeCloseTo(0)
  expect(model.boundingBox?.max.y).toBeCloseTo(1)
  expect(Math.max(...silhouette(role, 0, 0.1))).toBeCloseTo(1)
  const normals = model.getAttribute('normal').array
  expect(normals.every(Number.isFinite)).toBe(true)
})

it('uses few enough vertices for slow machines', () => {
  for (const role of MODELLED)
    expect(modelOf(role).getAttribute('position').count).toBeLessThan(6000)
})

it('gives every role a distinct head', () => {
  const heads = MODELLED.map((role) =>
    [0.7, 0.8, 0.9].flatMap((from) => silhouette(role, from, from + 0.1)),
  )
  for (const [index, head] of heads.entries()) {
    for (const other of heads.slice(index + 1)) {
      const difference = Math.max(...head.map((reach, at) => Math.abs(reach - (other[at] ?? 0))))
      expect(difference).toBeGreaterThan(0.08)
    }
  }
})

it('gives the unicorn a horn that sets it apart from the bishop', () => {
  const reach = (role: Modelled) => Math.max(...silhouette(role, 0.85, 1))
  expect(reach('unicorn')).toBeGreaterThan(reach('bishop') * 1.5)
})

it('crowns the king with a cross that is symmetric from above', () => {
  const positions = modelOf('king').getAttribute('position')
  const reach = { x: 0, z: 0 }
  for (let index = 0; index < positions.count; index++) {
    if (positions.getY(index) < 0.88) continue
    reach.x = Math.max(reach.x, Math.abs(positions.getX(index)))
    reach.z = Math.max(reach.z, Math.abs(positions.getZ(index)))
  }
  expect(reach.x).toBeGreaterThan(0.3)
  expect(reach.z).toBeCloseTo(reach.x)
})

it('keeps pieces of a stacked board small, and a chess king almost twice as tall as a pawn', () => {
  for (const role of MODELLED) {
    expect(sizeOf(SPACE, role).height).toBeLessThanOrEqual(0.9)
    expect(sizeOf(SPACE, role).radius).toBeLessThanOrEqual(0.3)
  }
  const [king, pawn] = [sizeOf(CHESS, 'king'), sizeOf(CHESS, 'pawn')]
  expect(king.height).toBeGreaterThanOrEqual(1.55)
  expect(king.height).toBeLessThanOrEqual(1.7)
  expect(pawn.height / king.height).toBeCloseTo(0.55, 1)
})
