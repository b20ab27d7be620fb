import { afterEach, expect, it, vi } from 'vitest'

import { canDraw } from './support'

afterEach(() => {
  vi.restoreAllMocks()
})

function browserWith(context: object | null): void {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as null)
}

it('cannot draw where there is nothing to draw with', () => {
  browserWith(null)
  expect(canDraw()).toBe(false)
})

it('can draw where there is, and gives back what it tried that with', () => {
  const loseContext = vi.fn()
  browserWith({ getExtension: () => ({ loseContext }) })
  expect(canDraw()).toBe(true)
  expect(loseContext).toHaveBeenCalledOnce()
})
