import { Dialog } from './Dialog'
import './Preferences.css'
import { prefer, useSettings } from '../settings'
import type { Settings } from '../settings'
import { AUTO_FLIP, SETTINGS, SOUNDS, THEME, THEMES } from '../words'

/** What somebody prefers, to be changed at once. */
export default function Preferences({ onClose }: { onClose: () => void }) {
  const { autoFlip, sounds, theme } = useSettings()
  return (
    <Dialog title={SETTINGS} onClose={onClose}>
      <div className="preferences">
        <Switch
          label={AUTO_FLIP}
          checked={autoFlip}
          onChange={(checked) => {
            prefer({ autoFlip: checked })
          }}
        />
        <Switch
          label={SOUNDS}
          checked={sounds}
          onChange={(checked) => {
            prefer({ sounds: checked })
          }}
        />
        <label className="preferences-row">
          {THEME}
          <select
            className="field"
            value={theme}
            onChange={(event) => {
              prefer({ theme: event.target.value as Settings['theme'] })
            }}
          >
            {Object.entries(THEMES).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
    </Dialog>
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
