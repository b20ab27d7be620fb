import { changeSettings, useSettings } from '../settings'
import { Toggle } from '../ui/Toggle'
import { PREFERENCES } from '../words-later'

/** Whether the computer moves at once. A room keeps what its opener has chosen; games on this device follow the setting. */
export function PaceChoice() {
  const { instant } = useSettings()
  return (
    <Toggle
      label={PREFERENCES.instant}
      checked={instant}
      onChange={(checked) => changeSettings({ instant: checked })}
    />
  )
}
