// A countdown. It ticks without rendering anything around it.

import { useCallback } from 'preact/hooks'
import { useSyncExternalStore } from '../hooks'

/** The time left at the moment `at`; it decreases from then on if it is running. */
export interface Remaining {
  millis: number
  at: number
  isRunning: boolean
}

/** The time left, rounded down to display steps. The step may depend on the time left. */
export function useCountdown(
  { millis, at, isRunning }: Remaining,
  stepOf: (millis: number) => number = inSeconds,
): number {
  const left = useCallback(
    () => Math.max(0, isRunning ? millis - (Date.now() - at) : millis),
    [isRunning, millis, at],
  )
  // Each tick is scheduled for the next change of the display, so that delays do not add up.
  const subscribe = useCallback(
    (changed: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const tick = () => {
        const now = left()
        if (now > 0) timer = setTimeout(tick, (now % stepOf(now)) + 1)
        changed()
      }
      if (isRunning) tick()
      return () => clearTimeout(timer)
    },
    [isRunning, left, stepOf],
  )
  return useSyncExternalStore(subscribe, () => {
    const now = left()
    return now - (now % stepOf(now))
  })
}

function inSeconds(): number {
  return 1000
}

/** "12:05". */
export function minutesText(millis: number): string {
  const minutes = Math.floor(millis / 60_000)
  const seconds = Math.floor((millis % 60_000) / 1000)
  return `${minutes}:${String(seconds).padStart(2, '0')}`
}

/** "23 h 05 min"; "12:05" below an hour. */
export function hoursText(millis: number): string {
  const hours = Math.floor(millis / 3_600_000)
  if (hours === 0) return minutesText(millis)
  const minutes = Math.floor((millis % 3_600_000) / 60_000)
  return `${hours} h ${String(minutes).padStart(2, '0')} min`
}
