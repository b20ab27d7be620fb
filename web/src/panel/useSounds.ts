import { useEffect, useRef } from 'preact/hooks'

import { useEffectEvent } from '../hooks'
import { changeOf } from './change'
import { useChange } from './useChange'
import { indexOf } from '../raum'
import type { Cell, View } from '../raum'
import type { Sound } from '../sound'
import { useTable } from '../table/table'
import type { Table } from '../table/table'

/** Plays the sounds of a table, and of selecting a piece. */
export function useSounds(table: Table, selected: Cell | null): void {
  const playSound = useRef<(sound: Sound) => void>(null)
  useEffect(() => {
    let stop: (() => void) | undefined
    let isUnmounted = false
    // Loaded after the board: browsers play nothing before the first gesture anyway.
    import('../sound').then(
      ({ awaitGesture, sound }) => {
        if (isUnmounted) return
        stop = awaitGesture()
        playSound.current = sound
      },
      (error: unknown) =>
        console.warn('Sounds could not be loaded; the next game tries again:', error),
    )
    return () => {
      isUnmounted = true
      stop?.()
    }
  }, [])
  useChange(table, (before, after) => {
    const sound = soundOf(before, after)
    if (sound) playSound.current?.(sound)
  })
  useEffect(() => {
    if (selected) playSound.current?.('select')
  }, [selected])
  useLowTime(table, () => playSound.current?.('low'))
}

/** Below this, a player should hurry. */
const LOW_MILLIS = 20_000

/** Calls a function when the player's own running clock gets low, once per turn. */
function useLowTime(table: Table, warn: () => void): void {
  const { view, at } = useTable(table)
  const { clocks, side } = view
  const onLow = useEffectEvent(warn)
  const isMine = side !== null && clocks?.running === side
  const left = isMine ? clocks.leftMillis[indexOf(side)] : 0
  const wait = left - LOW_MILLIS
  useEffect(() => {
    if (!isMine || wait <= 0) return
    const timer = setTimeout(onLow, at + wait - Date.now())
    return () => clearTimeout(timer)
  }, [isMine, at, wait])
}

/** The sound for the change between two views. */
export function soundOf(before: View, after: View): Sound | null {
  if (after.ending && !before.ending) return 'end'
  if (after.chat.length > before.chat.length && !after.chat.at(-1)?.mine) return 'chat'
  const change = changeOf(before, after)
  if (change !== 'move') return change && 'move'
  if (after.position.check) return 'check'
  return after.moves.at(-1)?.captures ? 'capture' : 'move'
}
