import { afterEach, expect, it } from 'vitest'

import { Pace, detailFor } from './detail'

afterEach(() => {
  delete window.raumDetail
})

it('is plain without a graphics card, and full with one', () => {
  expect(detailFor('ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device), SwiftShader driver)')).toBe(
    'plain',
  )
  expect(detailFor('llvmpipe (LLVM 15.0.6, 256 bits)')).toBe('plain')
  expect(detailFor('Microsoft Basic Render Driver')).toBe('plain')
  expect(detailFor('ANGLE (NVIDIA, NVIDIA GeForce GTX 1650)')).toBe('full')
  expect(detailFor('Apple GPU')).toBe('full')
})

it('is what a test forces', () => {
  window.raumDetail = 'full'
  expect(detailFor('SwiftShader')).toBe('full')
})

/** The number of frames of a duration after which the machine counts as slow; null for never. */
function slowAfter(...seconds: number[]): number | null {
  const pace = new Pace()
  for (let frame = 0; frame < 500; frame++)
    if (pace.isSlowAfter(seconds[frame % seconds.length] ?? 0)) return frame
  return null
}

it('notices animations that stutter for a while', () => {
  expect(slowAfter(1 / 60)).toBeNull()
  expect(slowAfter(1 / 12)).toBeGreaterThan(10)
  // A hitch now and then is nothing; a rest between two frames neither.
  expect(slowAfter(1 / 60, 1 / 10)).toBeNull()
  expect(slowAfter(5)).toBeNull()
})
