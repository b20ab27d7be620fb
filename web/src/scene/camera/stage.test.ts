import { expect, it, vi } from 'vitest'

import { GAP } from './layout'
import { Stage } from './stage'
import { namedViewpoint } from './viewpoints'

const FRAME = 1 / 60

function stageOf(isStill = false) {
  const stage = new Stage('space', namedViewpoint('mine', false), GAP.usual)
  const wake = vi.fn()
  stage.attend(wake, isStill)
  wake.mockClear()
  return { stage, wake }
}

/** Steps until the stage rests, and returns the number of steps. */
function settle(stage: Stage): number {
  let steps = 1
  while (stage.step(FRAME)) if (++steps > 600) throw new Error('the stage never rests')
  return steps
}

it('requests no frame without a change of goal', () => {
  const { stage, wake } = stageOf()
  expect(stage.step(FRAME)).toBe(false)
  const { goal } = stage
  stage.go(namedViewpoint('mine', false))
  stage.turn(0, 0)
  stage.spread(GAP.usual)
  expect(stage.goal).toBe(goal)
  expect(wake).not.toHaveBeenCalled()
})

it('poses the camera at rest only when the aspect ratio changes', () => {
  const { stage } = stageOf()
  stage.step(FRAME)
  const pose = vi.spyOn(stage.camera, 'updateMatrixWorld')
  stage.step(FRAME)
  expect(pose).not.toHaveBeenCalled()
  stage.camera.aspect = 0.5
  expect(stage.step(FRAME)).toBe(false)
  expect(pose).toHaveBeenCalledOnce()
})

it('eases to a viewpoint and rests there', () => {
  const { stage, wake } = stageOf()
  settle(stage)
  const before = stage.camera.position.clone()
  stage.go(namedViewpoint('front', false))
  expect(wake).toHaveBeenCalledOnce()
  stage.step(FRAME)
  const first = stage.camera.position.clone()
  expect(first.distanceTo(before)).toBeGreaterThan(0)
  expect(settle(stage)).toBeGreaterThan(5)
  expect(stage.camera.rotation.y).toBe(namedViewpoint('front', false).azimuth)
  expect(stage.camera.position.distanceTo(before)).toBeGreaterThan(first.distanceTo(before))
})

it('jumps to the goal under reduced motion', () => {
  const { stage } = stageOf(true)
  stage.go(namedViewpoint('front', false))
  expect(stage.step(FRAME)).toBe(false)
  expect(stage.camera.rotation.y).toBe(0)
})

it('turns without end, but neither past the zenith or nadir nor out of range', () => {
  const { stage } = stageOf()
  stage.turn(100, -10, 1000)
  expect(stage.goal.azimuth).toBeGreaterThan(100)
  settle(stage)
  expect(stage.goal.elevation).toBeCloseTo(-Math.PI / 2)
  stage.turn(0, 100, 1e-6)
  expect(stage.goal.elevation).toBeCloseTo(Math.PI / 2)
  expect(stage.goal.distance).toBeGreaterThan(0.3)
})

it('moves closer to frame one level, and back to frame all', () => {
  const { stage } = stageOf(true)
  const away = () => {
    stage.step(FRAME)
    return stage.camera.position.length()
  }
  stage.go(namedViewpoint('level', false))
  const all = away()
  stage.frame(2)
  expect(away()).toBeLessThan(all)
  stage.frame(null)
  expect(away()).toBe(all)
})

it('eases the gap between levels', () => {
  const { stage } = stageOf()
  stage.spread(9)
  stage.step(FRAME)
  expect(stage.layout.rise).toBeGreaterThan(GAP.usual)
  expect(stage.layout.rise).toBeLessThan(GAP.wide)
  settle(stage)
  expect(stage.layout.rise).toBe(GAP.wide)
})

it('goes round to the other player, and reverses the levels on the way', () => {
  const { stage, wake } = stageOf()
  settle(stage)
  const { azimuth } = stage.goal
  stage.flip(true)
  expect(wake).toHaveBeenCalledOnce()
  stage.step(FRAME)
  expect(Math.abs(stage.layout.rise)).toBeLessThan(GAP.usual)
  settle(stage)
  expect(stage.goal.azimuth - azimuth).toBeCloseTo(Math.PI)
  expect(stage.layout.rise).toBe(-GAP.usual)
  expect(stage.gap).toBe(GAP.usual)
  stage.flip(true)
  expect(settle(stage)).toBe(1)
})

it('keeps a board of one level the same way up', () => {
  const stage = new Stage('chess', namedViewpoint('white', false), GAP.usual, true)
  expect(stage.layout.rise).toBe(GAP.usual)
})
