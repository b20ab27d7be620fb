import './Clock.css'
import { minutesText, useCountdown } from './countdown'
import { indexOf } from '../raum'
import type { Side } from '../raum'
import type { Snapshot } from '../table/table'
import { RUNNING, clockOf } from '../words-later'

/** Below this, tenths of a second are shown. */
const TENTHS_MILLIS = 10_000
/** Below this, the clock is highlighted. */
const URGENT_MILLIS = 20_000

/** A side's remaining time. */
export function Clock({ seen, side }: { seen: Snapshot; side: Side }) {
  const { clocks } = seen.view
  const running = clocks?.running === side
  const millis = clocks?.leftMillis[indexOf(side)] ?? 0
  const left = useCountdown({ millis, at: seen.at, isRunning: running }, stepOf)
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

function stepOf(millis: number): number {
  return millis < TENTHS_MILLIS ? 100 : 1000
}

/** "12:05", or "0:09.3" when little time is left. */
function clockText(millis: number): string {
  const tenths = millis < TENTHS_MILLIS ? `.${Math.floor((millis % 1000) / 100)}` : ''
  return `${minutesText(millis)}${tenths}`
}
