// The board that a picture or an animation shows, and how.

import { useMemo } from 'preact/hooks'

import { coloursOf } from './colours'
import type { Colours, Theme } from './colours'
import { layoutOf } from './layout'
import type { Layout } from './layout'
import type { Told } from './story'
import { useSettings } from '../settings'
import type { Table } from '../table/table'

export interface Board {
  table: Table
  theme: Theme
  /** Whether the second side is at the bottom. */
  flipped: boolean
  told: Told
}

/** How a flat board is painted: as the player has set it. */
export function useStyle({ table, theme, flipped }: Board): { layout: Layout; colours: Colours } {
  const { coordinates } = useSettings()
  const { kind } = table.snapshot().view
  return useMemo(
    () => ({ layout: layoutOf(kind, flipped, coordinates), colours: coloursOf(theme) }),
    [kind, flipped, coordinates, theme],
  )
}
