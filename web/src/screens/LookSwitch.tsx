import { Switch } from '../ui/Switch'
import { useLook } from './look'
import type { Kind } from '../raum'
import { prefer, useSettings } from '../settings'
import { BOARD_VIEW, BOARD_VIEWS } from '../words'

/** Flat or in space, at any time of a game. */
export function LookSwitch({ kind }: { kind: Kind }) {
  const look = useLook(kind)
  const { looks } = useSettings()
  return (
    <Switch
      legend={BOARD_VIEW}
      labels={BOARD_VIEWS}
      chosen={look}
      onChoose={(each) => prefer({ looks: { ...looks, [kind]: each } })}
    />
  )
}
