import { changeSettings, useSettings } from '../settings'
import { Toggle } from '../ui/Toggle'
import { INSTANT } from '../words-later'

/** Whether the computer moves at once. A room keeps what its opener has chosen; games on this device follow the setting. */
export function PaceChoice() {
  const { instant } = useSettings()
  return (
    <Toggle
      label={INSTANT}
      checked={instant}
      onChange={(checked) => changeSettings({ instant: checked })}
    />
  )
}
