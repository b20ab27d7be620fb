import { afterEach, expect, it, vi } from 'vitest'

import { canDraw } from './support'

afterEach(() => {
  vi.restoreAllMocks()
})

function browserWith(context: object | null): void {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as null)
}

it('cannot draw without WebGL', () => {
  browserWith(null)
  expect(canDraw()).toBe(false)
})

it('can draw with WebGL, and releases the context it tested', () => {
  const loseContext = vi.fn()
  browserWith({ getExtension: () => ({ loseContext }) })
  expect(canDraw()).toBe(true)
  expect(loseContext).toHaveBeenCalledOnce()
})
