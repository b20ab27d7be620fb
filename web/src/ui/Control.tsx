import './Control.css'
import { Icon } from './Icon'
import type { IconName } from './Icon'

/** A button of the panel, with an icon. */
export function Control(props: {
  icon: IconName
  label: string
  onClick: () => void
  enabled?: boolean
}) {
  const { icon, label, onClick, enabled = true } = props
  return (
    <button
      type="button"
      className={`button control control-${icon}`}
      disabled={!enabled}
      onClick={onClick}
    >
      <Icon name={icon} />
      {label}
    </button>
  )
}
