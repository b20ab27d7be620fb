import { useState } from 'react'

import { firstShown, nextShown } from '../../board/motion'
import type { Motion } from '../../board/motion'
import type { Position } from '../../raum'

/** What moved since the previous position. */
export function useMotion(position: Position): Motion {
  const [shown, show] = useState(() => firstShown(position))
  const next = nextShown(shown, position)
  if (next !== shown) show(next)
  return next.motion
}
