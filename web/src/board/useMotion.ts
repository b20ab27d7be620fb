import { useState } from 'preact/hooks'

import { firstShown, nextShown } from './motion'
import type { Motion } from './motion'
import type { Position } from '../raum'

/**
 * What moved since the previous position, and a function that ends the animations of pieces that came or went: they
 * would replay if the board is flipped.
 */
export function useMotion(position: Position): [Motion, () => void] {
  const [shown, show] = useState(() => firstShown(position))
  const next = nextShown(shown, position)
  if (next !== shown) show(next)
  const settle = () => show({ ...next, motion: { ...next.motion, gone: [], came: [] } })
  return [next.motion, settle]
}
