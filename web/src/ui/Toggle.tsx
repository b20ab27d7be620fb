import './Toggle.css'

/** An on/off switch. */
export function Toggle(props: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const { label, checked, onChange } = props
  return (
    <label className="toggle">
      {label}
      <input
        type="checkbox"
        role="switch"
        className="toggle-switch"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
