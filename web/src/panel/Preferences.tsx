import './Preferences.css'
import { prefer, useSettings } from '../settings'
import { AUTO_FLIP, SETTINGS, SOUNDS } from '../words'

/** What somebody prefers at the board, to be changed at once. Only one that two look at in turns is turned for them. */
export function Preferences({ turns }: { turns: boolean }) {
  const { autoFlip, sounds } = useSettings()
  return (
    <div className="preferences" role="group" aria-label={SETTINGS}>
      {turns && (
        <Switch
          label={AUTO_FLIP}
          checked={autoFlip}
          onChange={(checked) => {
            prefer({ autoFlip: checked })
          }}
        />
      )}
      <Switch
        label={SOUNDS}
        checked={sounds}
        onChange={(checked) => {
          prefer({ sounds: checked })
        }}
      />
    </div>
  )
}

function Switch(props: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  const { label, checked, onChange } = props
  return (
    <label className="preferences-row">
      {label}
      <input
        type="checkbox"
        role="switch"
        className="preferences-switch"
        checked={checked}
        onChange={(event) => {
          onChange(event.target.checked)
        }}
      />
    </label>
  )
}
