import './Preferences.css'
import { Toggle } from './Toggle'
import { hasEnds } from '../board/cell'
import type { Kind } from '../raum'
import { prefer, useSettings } from '../settings'
import { AUTO_FLIP, SETTINGS, SOUNDS } from '../words'

/** What somebody prefers at the board, to be changed at once. */
export function Preferences({ kind }: { kind: Kind }) {
  const { autoFlip, sounds } = useSettings()
  return (
    <div className="preferences" role="group" aria-label={SETTINGS}>
      {hasEnds(kind) && (
        <Toggle
          label={AUTO_FLIP}
          checked={autoFlip}
          onChange={(checked) => {
            prefer({ autoFlip: checked })
          }}
        />
      )}
      <Toggle
        label={SOUNDS}
        checked={sounds}
        onChange={(checked) => {
          prefer({ sounds: checked })
        }}
      />
    </div>
  )
}
