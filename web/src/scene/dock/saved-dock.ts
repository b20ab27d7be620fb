// How the flat levels beside the scene are shown, saved in this browser.

import { store, storedJson } from '../../storage'

export interface DockState {
  isOpen: boolean
  /** In CSS pixels. */
  width: number
}

/** A single column of levels with cells of 36 pixels, and its labels. */
export const WIDTH_MIN = 216
/** Two columns. */
const WIDTH_USUAL = 424
const NAME = 'dock'

/** The widest dock that leaves half of the window to the scene. */
export function widthMax(): number {
  return Math.max(WIDTH_MIN, Math.round(innerWidth / 2))
}

export function clampWidth(width: number): number {
  return Math.min(widthMax(), Math.max(WIDTH_MIN, Math.round(width)))
}

/** The saved state. By default the dock is open if the window has room for it beside the board and the panel. */
export function savedDock(isRoomy: boolean): DockState {
  const saved = storedJson(NAME)
  if (typeof saved !== 'object' || saved === null) return { isOpen: isRoomy, width: WIDTH_USUAL }
  const { isOpen, width } = saved as { [name in keyof DockState]?: unknown }
  return {
    isOpen: typeof isOpen === 'boolean' ? isOpen : isRoomy,
    width: typeof width === 'number' ? clampWidth(width) : WIDTH_USUAL,
  }
}

export function saveDock(state: DockState): void {
  store(NAME, JSON.stringify(state))
}
