// The page's colours for the scene, which cannot read style sheets.

import { useEffect, useState } from 'preact/hooks'

import { FINISHES, FORCED_SURFACE, forcedTones } from './finishes'
import type { Surface, Tones } from './finishes'
import type { Detail } from './detail'
import { useSettings } from '../../settings'
import type { Finish } from '../../settings'

const TOKENS = {
  ink: '--ink',
  accent: '--accent',
  selected: '--mark-selected',
  quiet: '--mark-quiet',
  capture: '--mark-capture',
  last: '--mark-last',
  check: '--mark-check',
  hint: '--mark-hint',
  lightAbove: '--light-above',
  lightBelow: '--light-below',
  lightBehind: '--light-behind',
} as const

export type Palette = { readonly [name in keyof typeof TOKENS]: string } & Readonly<Tones> & {
    isDark: boolean
    surface: Surface
    detail: Detail
    /** The duration of a move's animation; 0 under reduced motion. */
    glideSeconds: number
  }

/** The player's system sets the colours, usually few with high contrast. */
const FORCED = '(forced-colors: active)'

/** The current colours. */
export function readPalette(finish: Finish, detail: Detail): Palette {
  const tokens = getComputedStyle(document.documentElement)
  const swatch = document.createElement('span')
  document.body.append(swatch)
  // A token holds the colours of both themes (light-dark()); an element resolves it to one.
  swatch.style.setProperty('forced-color-adjust', 'none')
  const resolve = (colour: string) => {
    swatch.style.color = colour
    return getComputedStyle(swatch).color
  }
  const colours = Object.fromEntries(
    Object.entries(TOKENS).map(([name, token]) => [name, resolve(tokens.getPropertyValue(token))]),
  ) as { [name in keyof typeof TOKENS]: string }
  const isDark = resolve('light-dark(rgb(0, 0, 0), rgb(255, 255, 255))') === 'rgb(255, 255, 255)'
  const forced = matchMedia(FORCED).matches && forcedTones(resolve('Canvas'), resolve('CanvasText'))
  const glide = tokens.getPropertyValue('--glide').trim()
  swatch.remove()
  const glideSeconds = glide.endsWith('ms') ? parseFloat(glide) / 1000 : parseFloat(glide)
  const { light, dark, surface } = FINISHES[finish]
  return {
    ...colours,
    ...(isDark ? dark : light),
    ...(forced && { ...forced, ink: forced.engraving }),
    isDark,
    surface: forced ? FORCED_SURFACE : surface,
    detail: forced ? 'plain' : detail,
    glideSeconds: Number.isFinite(glideSeconds) ? glideSeconds : 0,
  }
}

/** The colours, updated when the finish, the theme or the system's preferences change. */
export function usePalette(finish: Finish, detail: Detail): Palette {
  const { theme } = useSettings()
  const [palette, setPalette] = useState(() => readPalette(finish, detail))
  useEffect(() => {
    const read = () => setPalette(readPalette(finish, detail))
    // Another effect sets the theme on the document, and may run after this one.
    const frame = requestAnimationFrame(read)
    const queries = [
      '(prefers-color-scheme: dark)',
      '(prefers-reduced-motion: reduce)',
      FORCED,
    ].map((text) => matchMedia(text))
    for (const query of queries) query.addEventListener('change', read)
    return () => {
      cancelAnimationFrame(frame)
      for (const query of queries) query.removeEventListener('change', read)
    }
  }, [theme, finish, detail])
  return palette
}
