import { hasLevels } from '../../board/cell'
import type { Kind } from '../../raum'
import { changeSettings, currentSettings, useSettings } from '../../settings'
import type { Finish } from '../../settings'

/** The finish of a kind's board: as chosen, otherwise glass for a stack of levels and wood for a single one. */
export function useFinish(kind: Kind): Finish {
  const { finishes } = useSettings()
  return finishes[kind] ?? (hasLevels(kind) ? 'glass' : 'wood')
}

export function chooseFinish(kind: Kind, finish: Finish): void {
  changeSettings({ finishes: { ...currentSettings().finishes, [kind]: finish } })
}
