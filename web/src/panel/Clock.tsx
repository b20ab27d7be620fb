import { useCallback, useSyncExternalStore } from 'react'

import './Clock.css'
import { indexOf } from '../raum'
import type { Side } from '../raum'
import type { Seen } from '../table/table'
import { RUNNING, clockOf } from '../words'

/** Below this, tenths are shown. */
const TENTHS_MILLIS = 10_000
/** Below this, it is urgent. */
const URGENT_MILLIS = 20_000

/** The time that a side has left. It ticks by itself: nothing around it is drawn again. */
export function Clock({ seen, side }: { seen: Seen; side: Side }) {
  const left = useLeft(seen, side)
  const running = seen.view.clocks?.running === side
  const classes = ['clock', running && 'clock-running', left < URGENT_MILLIS && 'clock-urgent']
  return (
    <span className={classes.filter(Boolean).join(' ')}>
      {running && <span className="clock-hand" role="img" aria-label={RUNNING} />}
      <span role="timer" aria-label={clockOf(side)}>
        {clockText(left)}
      </span>
    </span>
  )
}

/** The time left as it is shown: in whole seconds or tenths. */
function useLeft({ view: { clocks }, at }: Seen, side: Side): number {
  const had = clocks?.leftMillis[indexOf(side)] ?? 0
  const running = clocks?.running === side
  const left = useCallback(
    () => Math.max(0, running ? had - (Date.now() - at) : had),
    [running, had, at],
  )
  // Each tick is aimed at the time when the display changes, so none adds to a drift.
  const subscribe = useCallback(
    (changed: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const tick = () => {
        const now = left()
        if (now > 0) timer = setTimeout(tick, (now % stepOf(now)) + 1)
        changed()
      }
      if (running) tick()
      return () => {
        clearTimeout(timer)
      }
    },
    [running, left],
  )
  return useSyncExternalStore(subscribe, () => {
    const now = left()
    return now - (now % stepOf(now))
  })
}

function stepOf(millis: number): number {
  return millis < TENTHS_MILLIS ? 100 : 1000
}

/** 12:05, or 0:09.3 when little is left. */
function clockText(millis: number): string {
  const minutes = Math.floor(millis / 60_000)
  const seconds = Math.floor((millis % 60_000) / 1000)
  const tenths = millis < TENTHS_MILLIS ? `.${Math.floor((millis % 1000) / 100)}` : ''
  return `${minutes}:${String(seconds).padStart(2, '0')}${tenths}`
}
