import { useSyncExternalStore } from 'react'

import type { Kind } from '../raum'
import { useSettings } from '../settings'
import type { Look } from '../settings'

/** The minimum width for the scene and the flat levels side by side. Boards.css uses the same. */
const WIDE = '(width >= 76rem)'

/** How a board is shown: as chosen, otherwise by default. Space chess defaults to 3D on wide screens. */
export function useLook(kind: Kind): Look {
  const { looks } = useSettings()
  const isWide = useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches)
  if (kind === 'tictactoe') return 'flat'
  return looks[kind] ?? (kind === 'space' && isWide ? 'space' : 'flat')
}

function subscribe(changed: () => void): () => void {
  const wide = matchMedia(WIDE)
  wide.addEventListener('change', changed)
  return () => wide.removeEventListener('change', changed)
}
