import { useEffect, useRef } from 'react'

import { changeOf } from './change'
import { useChange } from './useChange'
import type { Cell, View } from '../raum'
import type { Sound } from '../sound'
import type { Table } from '../table/table'

/** The sounds of a table, and of choosing a piece at it. */
export function useSounds(table: Table, selected: Cell | null): void {
  const make = useRef<(sound: Sound) => void>(null)
  useEffect(() => {
    let stop: (() => void) | undefined
    let isGone = false
    // They come after the board: nothing is heard before the first gesture anyway.
    import('../sound').then(
      ({ awaitGesture, sound }) => {
        if (isGone) return
        stop = awaitGesture()
        make.current = sound
      },
      (error: unknown) =>
        console.warn('No sounds until the next game, which loads them again:', error),
    )
    return () => {
      isGone = true
      stop?.()
    }
  }, [])
  useChange(table, (before, after) => {
    const heard = soundOf(before, after)
    if (heard) make.current?.(heard)
  })
  useEffect(() => {
    if (selected) make.current?.('select')
  }, [selected])
}

/** What the difference of two views sounds like. */
export function soundOf(before: View, after: View): Sound | null {
  if (after.ending && !before.ending) return 'end'
  const change = changeOf(before, after)
  if (change !== 'move') return change && 'move'
  if (after.position.check) return 'check'
  return after.moves.at(-1)?.notation.includes('x') ? 'capture' : 'move'
}
