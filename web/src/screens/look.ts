import { useSyncExternalStore } from 'react'

import type { Kind } from '../raum'
import { useSettings } from '../settings'
import type { Look } from '../settings'

/** As wide as the board in space and its levels need to stand beside each other, as Boards.css has it. */
const WIDE = '(width >= 76rem)'

/** How the board is shown: as chosen, else as most people would. Space chess is in space where there is room for it. */
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
