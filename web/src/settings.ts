// The player's settings, stored in this browser.

import { useSyncExternalStore } from 'react'

import type { Kind } from './raum'
import { store, storedJson } from './storage'
import type { ClockRule } from './clock-rule'
import { isClockRule } from './saved-clock'

/** How a board is shown: flat or in 3D. */
export type Look = 'flat' | 'space'

/** What a 3D board and its pieces are made of. */
export type Finish = 'wood' | 'marble' | 'glass'

export interface Settings {
  /** `system` follows the operating system. */
  theme: 'system' | 'light' | 'dark'
  sounds: boolean
  /** Whether the board flips to the side to move. */
  autoFlip: boolean
  /** The clock of the last game started; null for none. */
  clock: ClockRule | null
  /** The player's name in rooms; empty until set. */
  name: string
  /** How the board of each kind is shown, if the player has chosen. */
  looks: { [kind in Kind]?: Look }
  /** The computer's level in each kind, if the player has chosen. */
  levels: { [kind in Kind]?: number }
  /** Whether the computer moves as soon as it can, instead of taking a natural time. */
  instant: boolean
  /** The finish of the 3D board of each kind, if the player has chosen. */
  finishes: { [kind in Kind]?: Finish }
}

const DEFAULTS: Settings = {
  theme: 'system',
  sounds: true,
  autoFlip: false,
  clock: null,
  name: '',
  looks: {},
  levels: {},
  instant: false,
  finishes: {},
}
const NAME = 'settings'

let settings = read()
const listeners = new Set<() => void>()

/** The current settings. */
export function useSettings(): Settings {
  return useSyncExternalStore(subscribe, () => settings)
}

/** The current settings, outside React. */
export function currentSettings(): Settings {
  return settings
}

/** Changes settings. Without storage, they last until the page is closed. */
export function changeSettings(change: Partial<Settings>): void {
  settings = { ...settings, ...change }
  store(NAME, JSON.stringify(settings))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reads the stored settings, ignoring invalid values. */
function read(): Settings {
  const saved = storedJson(NAME)
  if (typeof saved !== 'object' || saved === null) return DEFAULTS
  const { theme, sounds, autoFlip, clock, name, looks, levels, instant, finishes } = saved as {
    [name in keyof Settings]?: unknown
  }
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : DEFAULTS.theme,
    sounds: typeof sounds === 'boolean' ? sounds : DEFAULTS.sounds,
    autoFlip: typeof autoFlip === 'boolean' ? autoFlip : DEFAULTS.autoFlip,
    clock: isClockRule(clock) ? clock : DEFAULTS.clock,
    name: typeof name === 'string' ? name : DEFAULTS.name,
    looks: isAll(looks, (look) => look === 'flat' || look === 'space') ? looks : DEFAULTS.looks,
    levels: isAll(levels, Number.isInteger) ? levels : DEFAULTS.levels,
    instant: instant === true,
    finishes: isAll(finishes, isFinish) ? finishes : DEFAULTS.finishes,
  }
}

/** Whether a value is an object with such values only. */
function isAll(value: unknown, is: (each: unknown) => boolean): value is object {
  return typeof value === 'object' && value !== null && Object.values(value).every(is)
}

function isFinish(value: unknown): boolean {
  return value === 'wood' || value === 'marble' || value === 'glass'
}
