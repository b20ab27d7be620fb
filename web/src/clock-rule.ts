// The clocks of a game.

/** Each side's initial time, and the increment per move. */
export interface ClockRule {
  initialMillis: number
  incrementMillis: number
}

const MINUTE_MILLIS = 60_000
const SECOND_MILLIS = 1000

export const MINUTES_MAX = 180
export const SECONDS_MAX = 60

export function clockRule(minutes: number, seconds: number): ClockRule {
  return { initialMillis: minutes * MINUTE_MILLIS, incrementMillis: seconds * SECOND_MILLIS }
}

export const CLOCKS: readonly ClockRule[] = [
  clockRule(3, 2),
  clockRule(5, 0),
  clockRule(10, 5),
  clockRule(15, 10),
]

/** "3+2": initial minutes and seconds per move. */
export function clockName({ initialMillis, incrementMillis }: ClockRule): string {
  return `${initialMillis / MINUTE_MILLIS}+${incrementMillis / SECOND_MILLIS}`
}

/** Parses a clock from two text fields; null if out of range. The initial time must not be 0. */
export function readClock(minutes: string, seconds: string): ClockRule | null {
  const initial = minutes.trim() === '' ? NaN : Number(minutes.replace(',', '.'))
  const increment = seconds.trim() === '' ? NaN : Number(seconds)
  const isTime = initial > 0 && initial <= MINUTES_MAX && Number.isInteger(initial * 2)
  const isIncrement = increment >= 0 && increment <= SECONDS_MAX && Number.isInteger(increment)
  return isTime && isIncrement ? clockRule(initial, increment) : null
}

/** How long a player may be away on their turn before the opponent may claim the game: the server's default. */
export function graceSeconds({ incrementMillis }: ClockRule): number {
  return Math.max(60, (2 * incrementMillis) / SECOND_MILLIS)
}
