import { render, screen } from '@testing-library/preact'
import readQr from 'jsqr'
import { expect, test } from 'vitest'

import QrCode from './QrCode'

/** Pixels per module. */
const SCALE = 4

/** Rasterises a drawn code. */
function photograph(drawn: HTMLElement): { pixels: Uint8ClampedArray; size: number } {
  const [start = 0, , modules = 0] = (drawn.getAttribute('viewBox') ?? '').split(' ').map(Number)
  const size = modules * SCALE
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255)
  const path = drawn.querySelector('path')?.getAttribute('d') ?? ''
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    const [left, top] = [(Number(x) - start) * SCALE, (Number(y) - start) * SCALE]
    for (let row = top; row < top + SCALE; row++) {
      for (let column = left; column < left + SCALE; column++) {
        pixels.fill(0, (row * size + column) * 4, (row * size + column) * 4 + 3)
      }
    }
  }
  return { pixels, size }
}

test.each([
  'http://localhost:3000/r/K3V9X7M2P4QR',
  'https://user.example/raum/#/r/K3V9X7M2P4QR?transfer=0123456789ABCDEFGHJKMNPQRS',
])('a camera reads %s', (link) => {
  render(<QrCode link={link} />)
  const { pixels, size } = photograph(screen.getByRole('img', { name: 'QR code of the link' }))
  expect(readQr(pixels, size, size, { inversionAttempts: 'dontInvert' })?.data).toBe(link)
})
