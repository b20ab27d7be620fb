// The player's settings, stored in this browser.

import { useSyncExternalStore } from './hooks'
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
  /** From 0 to 1. */
  volume: number
  /** Whether the board flips to the side to move. */
  autoFlip: boolean
  /** The clock of the last game started; null for none. */
  clock: ClockRule | null
  /** The player's name in rooms; empty until set. */
  name: string
  /** Whether the player has given or accepted the name. */
  isNamed: boolean
  /** Whether the browser notifies the player when it is their turn in a hidden tab. */
  notifies: boolean
  /** How the board of each kind is shown, if the player has chosen. */
  looks: { [kind in Kind]?: Look }
  /** The computer's level in each kind, if the player has chosen. */
  levels: { [kind in Kind]?: number }
  /** Whether the computer moves as soon as it can, instead of taking a natural time. */
  instant: boolean
  /** The finish of the 3D board of each kind, if the player has chosen. */
  finishes: { [kind in Kind]?: Finish }
  /** The colours of flat boards and of their pieces. */
  board: 'lavender' | 'wood' | 'green' | 'blue'
  pieces: 'ivory' | 'classic'
  /** Whether flat boards show the names of files and ranks. */
  coordinates: boolean
  /** The size of flat boards, as a percentage of the room there is. */
  boardSize: number
  /** Whether moves have to be confirmed. `auto`: by touch in space chess. */
  confirms: 'auto' | 'always' | 'never'
  /** Whether the selected piece is explained. `auto`: in space chess. */
  explains: 'auto' | 'always' | 'never'
  /** Whether a move can be chosen in advance. */
  premoves: boolean
  /** The rooms whose chat is muted. */
  muted: readonly string[]
  /** Whether others may watch games against paired opponents. */
  watchable: boolean
}

const DEFAULTS: Settings = {
  theme: 'system',
  sounds: true,
  volume: 1,
  autoFlip: false,
  clock: null,
  name: '',
  isNamed: false,
  notifies: false,
  looks: {},
  levels: {},
  instant: false,
  finishes: {},
  board: 'lavender',
  pieces: 'ivory',
  coordinates: true,
  boardSize: 100,
  confirms: 'auto',
  explains: 'auto',
  premoves: true,
  muted: [],
  watchable: false,
}

/** What else is valid than a value of the same type as the default. */
const VALID: { [name in keyof Settings]?: (value: unknown) => boolean } = {
  theme: isOneOf('system', 'light', 'dark'),
  clock: isClockRule,
  looks: isAll(isOneOf('flat', 'space')),
  levels: isAll(Number.isInteger),
  finishes: isAll(isOneOf('wood', 'marble', 'glass')),
  board: isOneOf('lavender', 'wood', 'green', 'blue'),
  pieces: isOneOf('ivory', 'classic'),
  confirms: isOneOf('auto', 'always', 'never'),
  explains: isOneOf('auto', 'always', 'never'),
  muted: Array.isArray,
}
const NAME = 'settings'

let settings = read()
const listeners = new Set<() => void>()

/** The current settings. */
export function useSettings(): Settings {
  return useSyncExternalStore(subscribe, () => settings)
}

/** The current settings, outside the components. */
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
  // Earlier versions stored only names that the player had given.
  const name = 'name' in saved && saved.name
  const isNamed = typeof name === 'string' && name !== ''
  const stored: { [name: string]: unknown } = { isNamed, ...saved }
  const valid = Object.entries(DEFAULTS).map(([name, usual]) => {
    const value = stored[name]
    const isValid = VALID[name as keyof Settings] ?? ((each) => typeof each === typeof usual)
    return [name, isValid(value) ? value : (usual as unknown)]
  })
  return Object.fromEntries(valid) as Settings
}

function isOneOf(...values: unknown[]): (value: unknown) => boolean {
  return (value) => values.includes(value)
}

/** Whether a value is an object with such values only. */
function isAll(is: (each: unknown) => boolean): (value: unknown) => boolean {
  return (value) => typeof value === 'object' && value !== null && Object.values(value).every(is)
}
