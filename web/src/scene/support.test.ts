import { afterEach, expect, it, vi } from 'vitest'

import { graphicsCard } from './support'

afterEach(() => {
  vi.restoreAllMocks()
})

function browserWith(context: object | null): void {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as null)
}

it('cannot draw without WebGL', () => {
  browserWith(null)
  expect(graphicsCard()).toBeNull()
})

it('names the graphics card, and releases the context it tested', () => {
  const loseContext = vi.fn()
  const UNMASKED_RENDERER_WEBGL = 7
  browserWith({
    getExtension: () => ({ loseContext, UNMASKED_RENDERER_WEBGL }),
    getParameter: (name: number) => (name === UNMASKED_RENDERER_WEBGL ? 'A card' : 'masked'),
  })
  expect(graphicsCard()).toBe('A card')
  expect(loseContext).toHaveBeenCalledOnce()
})
