import './Toggle.css'

/** An on/off switch. */
export function Toggle(props: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  enabled?: boolean
}) {
  const { label, checked, onChange, enabled = true } = props
  return (
    <label className="toggle">
      {label}
      <input
        type="checkbox"
        role="switch"
        className="toggle-switch"
        checked={checked}
        disabled={!enabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  )
}
