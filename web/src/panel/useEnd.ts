import { useEffect, useRef, useState } from 'preact/hooks'

import { changeOf } from './change'
import { useChange } from './useChange'
import type { View } from '../raum'
import type { Table } from '../table/table'

/** How long the last position is shown before the card comes. */
const BOARD_FIRST_MILLIS = 800

/** Whether to show the card at the end of a game, and a function that closes it. */
export function useEnd(table: Table, since?: View): [boolean, () => void] {
  const [isOpen, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useChange(
    table,
    (before, after) => {
      if (!after.ending) {
        clearTimeout(timer.current)
        setOpen(false)
      } else if (!before.ending && changeOf(before, after) !== 'game') {
        // A loaded game may have ended long ago, and so may another game in the room after a reconnect.
        clearTimeout(timer.current)
        timer.current = setTimeout(() => setOpen(true), BOARD_FIRST_MILLIS)
      }
    },
    since,
  )
  return [isOpen, () => setOpen(false)]
}
