// Time that runs down on screen. It ticks by itself: nothing around it is drawn again.

import { useCallback, useSyncExternalStore } from 'react'

/** Time that is left: so much of it at a time, and less since then if it runs. */
export interface Remaining {
  millis: number
  at: number
  isRunning: boolean
}

/** The time left as it is shown, in whole steps: what a step is may change with what is left. */
export function useCountdown(
  { millis, at, isRunning }: Remaining,
  stepOf: (millis: number) => number = inSeconds,
): number {
  const left = useCallback(
    () => Math.max(0, isRunning ? millis - (Date.now() - at) : millis),
    [isRunning, millis, at],
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

/** 12:05. */
export function minutesText(millis: number): string {
  const minutes = Math.floor(millis / 60_000)
  const seconds = Math.floor((millis % 60_000) / 1000)
  return `${minutes}:${String(seconds).padStart(2, '0')}`
}
