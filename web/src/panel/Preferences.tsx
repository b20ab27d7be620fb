import './Preferences.css'
import { Toggle } from '../ui/Toggle'
import { changeSettings, useSettings } from '../settings'
import { AUTO_FLIP, SETTINGS, SOUNDS } from '../words'

/** What somebody prefers at the board, to be changed at once. Only one that two look at in turns is turned for them. */
export function Preferences({ turns }: { turns: boolean }) {
  const { autoFlip, sounds } = useSettings()
  return (
    <div className="preferences" role="group" aria-label={SETTINGS}>
      {turns && (
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
