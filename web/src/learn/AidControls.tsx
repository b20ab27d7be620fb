import { hasLevels, hasRanks } from '../board/cell'
import type { Kind } from '../raum'
import { Control } from '../ui/Control'
import * as words from '../words-learn'
import { toggleAid, useAids } from './aids'

/** The switches of the aids, for a menu. */
export function AidControls({ kind }: { kind: Kind }) {
  const { lines, attacked } = useAids()
  if (!hasRanks(kind)) return null
  return (
    <>
      {hasLevels(kind) && (
        <Control
          icon="lines"
          label={lines ? words.HIDE_LINES : words.LINES}
          onClick={() => toggleAid('lines')}
        />
      )}
      <Control
        icon="threat"
        label={attacked ? words.HIDE_ATTACKED : words.ATTACKED_CELLS}
        onClick={() => toggleAid('attacked')}
      />
    </>
  )
}
