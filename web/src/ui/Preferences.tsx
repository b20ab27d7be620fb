import './Preferences.css'
import { Toggle } from '../ui/Toggle'
import { changeSettings, useSettings } from '../settings'
import { AUTO_FLIP, INSTANT, SETTINGS, SOUNDS } from '../words-later'

/** Settings beside the board. Flipping after every move is offered for games of two people at one device only. */
export function Preferences(props: { hasAutoFlip: boolean; hasComputer?: boolean }) {
  const { hasAutoFlip, hasComputer = false } = props
  const { autoFlip, sounds, instant } = useSettings()
  return (
    <div className="preferences" role="group" aria-label={SETTINGS}>
      {hasAutoFlip && (
        <Toggle
          label={AUTO_FLIP}
          checked={autoFlip}
          onChange={(checked) => changeSettings({ autoFlip: checked })}
        />
      )}
      {hasComputer && (
        <Toggle
          label={INSTANT}
          checked={instant}
          onChange={(checked) => changeSettings({ instant: checked })}
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
