// What somebody prefers, kept in this browser.

import { useSyncExternalStore } from 'react'

import { isClockRule } from './table/clock-rule'
import type { ClockRule } from './table/clock-rule'

export interface Settings {
  /** The system's, unless chosen. */
  theme: 'system' | 'light' | 'dark'
  sounds: boolean
  /** Whether the board turns to the side to move. */
  autoFlip: boolean
  /** The clock of the last game that was begun, none if null. */
  clock: ClockRule | null
}

const DEFAULTS: Settings = { theme: 'system', sounds: true, autoFlip: false, clock: null }
const KEY = 'raum.settings'

let settings = read()
const listeners = new Set<() => void>()

/** What is preferred now. */
export function useSettings(): Settings {
  return useSyncExternalStore(subscribe, () => settings)
}

/** What is preferred now, outside of React. */
export function currentSettings(): Settings {
  return settings
}

/** Prefers something else from now on. */
export function prefer(change: Partial<Settings>): void {
  settings = { ...settings, ...change }
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch {
    // Where nothing can be kept, it holds until the page is left.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Takes over what is kept and still means something. */
function read(): Settings {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return DEFAULTS
    const { theme, sounds, autoFlip, clock } = kept as { [name in keyof Settings]?: unknown }
    return {
      theme: theme === 'light' || theme === 'dark' ? theme : DEFAULTS.theme,
      sounds: typeof sounds === 'boolean' ? sounds : DEFAULTS.sounds,
      autoFlip: typeof autoFlip === 'boolean' ? autoFlip : DEFAULTS.autoFlip,
      clock: isClockRule(clock) ? clock : DEFAULTS.clock,
    }
  } catch {
    return DEFAULTS
  }
}
