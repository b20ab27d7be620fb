// From where somebody likes to see the boards of a kind, kept in this browser.

import { GAP } from './layout'
import { namedView, usualView } from './viewpoints'
import type { View } from './viewpoints'
import type { Kind } from '../../raum'
import { keep, keptJson } from '../../storage'

export interface Seat {
  /** Its azimuth is as seen from the first side. */
  view: View
  gap: number
}

/** Where somebody sat last, or where everybody sits at first. */
export function keptSeat(kind: Kind): Seat {
  const kept = keptJson(nameOf(kind))
  return isSeat(kept) ? kept : { view: namedView(usualView(kind), false), gap: GAP.usual }
}

export function keepSeat(kind: Kind, seat: Seat): void {
  keep(nameOf(kind), JSON.stringify(seat))
}

function nameOf(kind: Kind): string {
  return `seat.${kind}`
}

function isSeat(kept: unknown): kept is Seat {
  if (typeof kept !== 'object' || kept === null) return false
  const { view, gap } = kept as { view?: { [name in keyof View]?: unknown } | null; gap?: unknown }
  return [view?.azimuth, view?.elevation, view?.distance, gap].every(Number.isFinite)
}
