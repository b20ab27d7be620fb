import { act } from '../../act'
import { renderHook } from '@testing-library/preact'
import { Color } from 'three'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { readPalette, usePalette } from './palette'
import type { Palette } from './palette'
import { FINISHES, FINISH_NAMES } from './finishes'
import type { Finish } from '../../settings'
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

function paletteOf(theme: 'light' | 'dark', finish: Finish = 'wood'): Palette {
  document.documentElement.dataset['theme'] = theme
  return readPalette(finish, 'full')
}

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  it('has every colour in a form the scene can parse', () => {
    const { isDark, glideSeconds, surface, detail, ...colours } = paletteOf(theme)
    expect([surface, detail]).toEqual([FINISHES.wood.surface, 'full'])
    expect(isDark).toBe(theme === 'dark')
    expect(glideSeconds).toBe(0.3)
    for (const [name, colour] of Object.entries(colours))
      expect([name, colour]).toEqual([
        name,
        expect.stringMatching(/^(rgb\(\d+, \d+, \d+\)|#[0-9a-f]{6})$/),
      ])
  })

  it.each(FINISH_NAMES)(
    'has marks that stand out on tiles of %s, by their colour or their dark edge',
    (finish) => {
      const palette = paletteOf(theme, finish)
      const { selected, quiet, capture, last } = palette
      for (const tile of [palette.tileLight, palette.tileDark])
        for (const mark of [selected, quiet, capture, last])
          expect(Math.max(contrast(tile, mark), contrast(tile, '#000000'))).toBeGreaterThan(2.2)
    },
  )

  it.each(FINISH_NAMES)(
    'sets pieces of %s off by edges in the tone of the other side',
    (finish) => {
      const { white, black, whiteEdge, blackEdge, tileLight, tileDark } = paletteOf(theme, finish)
      expect(contrast(white, black)).toBeGreaterThan(4.5)
      for (const tile of [tileLight, tileDark]) {
        expect(Math.max(contrast(white, tile), contrast(whiteEdge, tile))).toBeGreaterThan(3)
        expect(Math.max(contrast(black, tile), contrast(blackEdge, tile))).toBeGreaterThan(3)
      }
    },
  )
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
  const { result, unmount } = renderHook(() => usePalette('wood', 'full'))
  expect(result.current.isDark).toBe(false)
  document.documentElement.dataset['theme'] = 'dark'
  act(() => listeners.get('(prefers-color-scheme: dark)')?.())
  expect(result.current.isDark).toBe(true)
  style.textContent = SHEET.replace('--glide: 300ms', '--glide: 0ms')
  act(() => listeners.get('(prefers-reduced-motion: reduce)')?.())
  expect(result.current.glideSeconds).toBe(0)
  act(unmount)
  expect(listeners.size).toBe(0)
})

function luminance(colour: string): number {
  // Its parts are linear.
  const { r, g, b } = new Color(colour)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [bright, dim] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return ((bright ?? 0) + 0.05) / ((dim ?? 0) + 0.05)
}
