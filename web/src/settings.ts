// What somebody prefers, kept in this browser.

import { useSyncExternalStore } from 'react'

import type { Kind } from './raum'
import { keep, keptJson } from './storage'
import type { ClockRule } from './clock-rule'
import { isClockRule } from './saved-clock'

/** How a board is shown: flat, or in space. */
export type Look = 'flat' | 'space'

export interface Settings {
  /** The system's, unless chosen. */
  theme: 'system' | 'light' | 'dark'
  sounds: boolean
  /** Whether the board turns to the side to move. */
  autoFlip: boolean
  /** The clock of the last game that was begun, none if null. */
  clock: ClockRule | null
  /** What to be called in rooms; nothing until somebody says. */
  name: string
  /** How the board of a kind is shown, where somebody has chosen. */
  looks: { [kind in Kind]?: Look }
}

const DEFAULTS: Settings = {
  theme: 'system',
  sounds: true,
  autoFlip: false,
  clock: null,
  name: '',
  looks: {},
}
const NAME = 'settings'

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

/** Prefers something else from now on. Where nothing can be kept, it holds until the page is left. */
export function prefer(change: Partial<Settings>): void {
  settings = { ...settings, ...change }
  keep(NAME, JSON.stringify(settings))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Takes over what is kept and still means something. */
function read(): Settings {
  const kept = keptJson(NAME)
  if (typeof kept !== 'object' || kept === null) return DEFAULTS
  const { theme, sounds, autoFlip, clock, name, looks } = kept as {
    [name in keyof Settings]?: unknown
  }
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : DEFAULTS.theme,
    sounds: typeof sounds === 'boolean' ? sounds : DEFAULTS.sounds,
    autoFlip: typeof autoFlip === 'boolean' ? autoFlip : DEFAULTS.autoFlip,
    clock: isClockRule(clock) ? clock : DEFAULTS.clock,
    name: typeof name === 'string' ? name : DEFAULTS.name,
    looks: isLooks(looks) ? looks : DEFAULTS.looks,
  }
}

function isLooks(kept: unknown): kept is Settings['looks'] {
  return (
    typeof kept === 'object' &&
    kept !== null &&
    Object.values(kept).every((look) => look === 'flat' || look === 'space')
  )
}
