// @vitest-environment node
import { expect, test, vi } from 'vitest'

import { GIF_BYTES_MAX, GIF_WIDTHS, encodeWithin } from './encode'
import type { Source } from './encode'

/** Frames as high as wide, of which a part is noise in 64 colours, which hardly gets smaller. */
function noise(count: number, part: number): Source {
  let state = 1
  const roll = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0)
  return {
    count,
    samples: [0],
    heightOf: (width) => width,
    pixelsOf: (_, width) => {
      const pixels = new Uint32Array(width * width).fill(0xff808080)
      const noisy = Math.floor(pixels.length * part)
      for (let index = 0; index < noisy; index += 1)
        pixels[index] = 0xff000000 | ((roll() >>> 8) & 0xc0c0c0)
      return new Uint8ClampedArray(pixels.buffer)
    },
  }
}

/** What is in a file, read by the GIF89a specification: its size, and the delay of each frame. */
function read(bytes: Uint8Array): { width: number; height: number; delays: number[] } {
  const word = (at: number) => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)
  expect(String.fromCharCode(...bytes.slice(0, 6))).toBe('GIF89a')
  const afterBlocks = (at: number): number => {
    const length = bytes[at] ?? 0
    return length === 0 ? at + 1 : afterBlocks(at + 1 + length)
  }
  const table = (flags: number) => (flags & 128 ? 3 << ((flags & 7) + 1) : 0)
  const delays: number[] = []
  let delay = 0
  let at = 13 + table(bytes[10] ?? 0)
  while (bytes[at] !== 0x3b) {
    if (bytes[at] === 0x21) {
      if (bytes[at + 1] === 0xf9) delay = word(at + 4)
      at = afterBlocks(at + 2)
    } else {
      expect(bytes[at]).toBe(0x2c)
      delays.push(delay)
      at = afterBlocks(at + 11 + table(bytes[at + 9] ?? 0))
    }
  }
  expect(at).toBe(bytes.length - 1)
  return { width: word(6), height: word(8), delays }
}

test('a small animation has the full width, every frame, and a longer end', () => {
  const report = vi.fn()
  const bytes = encodeWithin(GIF_BYTES_MAX, noise(4, 0.01), report)
  const width = GIF_WIDTHS[0]
  expect(read(bytes)).toEqual({ width, height: width, delays: [80, 80, 80, 300] })
  expect(report.mock.calls).toEqual([[0.25], [0.5], [0.75], [1]])
})

test('an animation that would be too large gets smaller, and keeps its frames', () => {
  const source = noise(12, 1)
  const widths = new Set<number>()
  const { pixelsOf } = source
  const bytes = encodeWithin(
    GIF_BYTES_MAX,
    {
      ...source,
      pixelsOf: (frame, width) => {
        widths.add(width)
        return pixelsOf(frame, width)
      },
    },
    () => undefined,
  )
  expect(bytes.length).toBeLessThanOrEqual(GIF_BYTES_MAX)
  const { width, delays } = read(bytes)
  expect(delays).toHaveLength(12)
  // It is the first of the widths that is small enough.
  expect([...widths]).toEqual(GIF_WIDTHS.slice(0, GIF_WIDTHS.indexOf(width) + 1))
  expect(width).toBeLessThan(GIF_WIDTHS[0] ?? 0)
})

test('an animation that is too large in every size is refused', () => {
  expect(() => encodeWithin(10_000, noise(3, 1), () => undefined)).toThrow('too large')
})
