// The computer's level that the player has chosen last.

import type { Kind } from '../raum'
import { changeSettings, currentSettings } from '../settings'
import { levelsOf } from '../words-computer'

/** The level for players who have not chosen one. */
const FIRST_LEVEL = 2

/** The level to propose. */
export function savedLevel(kind: Kind): number {
  const level = currentSettings().levels[kind] ?? FIRST_LEVEL
  return Math.min(Math.max(1, level), levelsOf(kind).length)
}

/** Saves the player's choice. */
export function saveLevel(kind: Kind, level: number): void {
  changeSettings({ levels: { ...currentSettings().levels, [kind]: level } })
}
