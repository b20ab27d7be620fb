// The last viewpoint for each kind, saved in this browser.

import { GAP } from './layout'
import { defaultViewpoint, namedViewpoint } from './viewpoints'
import type { Viewpoint } from './viewpoints'
import type { Kind } from '../../raum'
import { store, storedJson } from '../../storage'

export interface SavedViewpoint {
  /** Its azimuth is relative to the player's own side. */
  view: Viewpoint
  gap: number
}

/** The last viewpoint for a kind, or its default. */
export function savedViewpoint(kind: Kind): SavedViewpoint {
  const saved = storedJson(nameOf(kind))
  return isSavedViewpoint(saved) ? saved : usualViewpoint(kind)
}

/** The default viewpoint for a kind. */
export function usualViewpoint(kind: Kind): SavedViewpoint {
  return { view: namedViewpoint(defaultViewpoint(kind), false), gap: GAP.usual }
}

export function saveViewpoint(kind: Kind, saved: SavedViewpoint): void {
  store(nameOf(kind), JSON.stringify(saved))
}

/** The name in the browser's storage, as earlier versions of the page wrote it. */
function nameOf(kind: Kind): string {
  return `seat.${kind}`
}

function isSavedViewpoint(value: unknown): value is SavedViewpoint {
  if (typeof value !== 'object' || value === null) return false
  const { view, gap } = value as {
    view?: { [name in keyof Viewpoint]?: unknown } | null
    gap?: unknown
  }
  return [view?.azimuth, view?.elevation, view?.distance, gap].every(Number.isFinite)
}
