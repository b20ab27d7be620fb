import { useEffect, useRef } from 'react'

import { changeOf } from './change'
import { useChange } from './useChange'
import type { Cell, View } from '../raum'
import type { Sound } from '../sound'
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
}

/** The sound for the change between two views. */
export function soundOf(before: View, after: View): Sound | null {
  if (after.ending && !before.ending) return 'end'
  const change = changeOf(before, after)
  if (change !== 'move') return change && 'move'
  if (after.position.check) return 'check'
  return after.moves.at(-1)?.captures ? 'capture' : 'move'
}
