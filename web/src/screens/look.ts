import { useSyncExternalStore } from '../hooks'
import { hasLevels, hasRanks } from '../board/cell'
import type { Kind } from '../raum'
import { useSettings } from '../settings'
import type { Look } from '../settings'

/** The minimum width for the scene and the flat levels side by side. Boards.css uses the same. */
const WIDE = '(width >= 76rem)'

/** How a board is shown: as chosen, otherwise by default. Space chess defaults to 3D on wide screens. */
export function useLook(kind: Kind): Look {
  const { looks } = useSettings()
  const isWide = useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches)
  // The scene has pieces for boards with ranks only.
  if (!hasRanks(kind)) return 'flat'
  return looks[kind] ?? (hasLevels(kind) && isWide ? 'space' : 'flat')
}

function subscribe(changed: () => void): () => void {
  const wide = matchMedia(WIDE)
  wide.addEventListener('change', changed)
  return () => wide.removeEventListener('change', changed)
}
