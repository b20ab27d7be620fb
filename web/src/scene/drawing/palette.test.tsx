import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { readPalette, usePalette } from './palette'
import type { Palette } from './palette'
import SHEET from '../../styles.css?raw'

const style = document.createElement('style')

beforeEach(() => {
  style.textContent = SHEET
  document.head.append(style)
})

afterEach(() => {
  style.remove()
  delete document.documentElement.dataset['theme']
  vi.unstubAllGlobals()
})

function paletteOf(theme: 'light' | 'dark'): Palette {
  document.documentElement.dataset['theme'] = theme
  return readPalette()
}

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  it('has every colour in a form the scene can parse', () => {
    const { isDark, glideSeconds, ...colours } = paletteOf(theme)
    expect(isDark).toBe(theme === 'dark')
    expect(glideSeconds).toBe(0.3)
    for (const [name, colour] of Object.entries(colours))
      expect([name, colour]).toEqual([name, expect.stringMatching(/^rgb\(\d+, \d+, \d+\)$/)])
  })

  it('has enough contrast between marks and tiles, and between the sides', () => {
    const palette = paletteOf(theme)
    for (const tile of [palette.tileLight, palette.tileDark])
      expect(contrast(tile, 'rgb(0, 0, 0)')).toBeGreaterThan(3)
    expect(contrast(palette.ivory, palette.slate)).toBeGreaterThan(4.5)
  })
})

it('differs between themes', () => {
  expect(paletteOf('light').tileLight).not.toBe(paletteOf('dark').tileLight)
  expect(paletteOf('light').ink).not.toBe(paletteOf('dark').ink)
})

it('is updated when a system preference changes', () => {
  const listeners = new Map<string, () => void>()
  vi.stubGlobal('matchMedia', (text: string) => ({
    matches: false,
    addEventListener: (_: string, listener: () => void) => listeners.set(text, listener),
    removeEventListener: () => listeners.delete(text),
  }))
  document.documentElement.dataset['theme'] = 'light'
  const { result, unmount } = renderHook(usePalette)
  expect(result.current.isDark).toBe(false)
  document.documentElement.dataset['theme'] = 'dark'
  act(() => listeners.get('(prefers-color-scheme: dark)')?.())
  expect(result.current.isDark).toBe(true)
  style.textContent = SHEET.replace('--glide: 300ms', '--glide: 0ms')
  act(() => listeners.get('(prefers-reduced-motion: reduce)')?.())
  expect(result.current.glideSeconds).toBe(0)
  unmount()
  expect(listeners.size).toBe(0)
})

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map((part) => {
    const share = Number(part) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [bright, dim] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return ((bright ?? 0) + 0.05) / ((dim ?? 0) + 0.05)
}
