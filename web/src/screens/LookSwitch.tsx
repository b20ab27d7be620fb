import { Switch } from '../ui/Switch'
import { useLook } from './look'
import type { Kind } from '../raum'
import { changeSettings, useSettings } from '../settings'
import { BOARD_VIEW, BOARD_VIEWS } from '../words'

/** Switches between the flat and the 3D board. */
export function LookSwitch({ kind }: { kind: Kind }) {
  const look = useLook(kind)
  const { looks } = useSettings()
  return (
    <Switch
      legend={BOARD_VIEW}
      labels={BOARD_VIEWS}
      chosen={look}
      onChoose={(each) => changeSettings({ looks: { ...looks, [kind]: each } })}
    />
  )
}
