import './Preferences.css'
import { Toggle } from '../ui/Toggle'
import { changeSettings, useSettings } from '../settings'
import { AUTO_FLIP, SETTINGS, SOUNDS } from '../words'

/** Settings beside the board. Flipping after every move is offered for local games only. */
export function Preferences({ hasAutoFlip }: { hasAutoFlip: boolean }) {
  const { autoFlip, sounds } = useSettings()
  return (
    <div className="preferences" role="group" aria-label={SETTINGS}>
      {hasAutoFlip && (
        <Toggle
          label={AUTO_FLIP}
          checked={autoFlip}
          onChange={(checked) => changeSettings({ autoFlip: checked })}
        />
      )}
      <Toggle
        label={SOUNDS}
        checked={sounds}
        onChange={(checked) => changeSettings({ sounds: checked })}
      />
    </div>
  )
}
