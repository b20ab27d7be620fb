// The state of the clock form.

import { useState } from 'preact/hooks'

import { currentSettings } from '../settings'
import { CLOCKS, clockName, readClock } from '../clock-rule'
import type { ClockRule } from '../clock-rule'

export const NONE = 'none'
export const CUSTOM = 'custom'

export interface ClockChoice {
  /** The name of a clock, `none` or `custom`. */
  name: string
  /** The input for a custom clock. */
  minutes: string
  seconds: string
}

/** The clock choice, starting with the last one used, and a function to change it. */
export function useClockChoice(): [ClockChoice, (change: Partial<ClockChoice>) => void] {
  const [choice, setChoice] = useState(() => choiceOf(currentSettings().clock))
  return [choice, (change) => setChoice({ ...choice, ...change })]
}

/** The chosen clock, null for none; undefined if the input is invalid. */
export function chosenClock({ name, minutes, seconds }: ClockChoice): ClockRule | null | undefined {
  if (name === CUSTOM) return readClock(minutes, seconds) ?? undefined
  return CLOCKS.find((each) => clockName(each) === name) ?? null
}

function choiceOf(clock: ClockRule | null): ClockChoice {
  return {
    name: clock ? nameOf(clock) : NONE,
    minutes: String((clock?.initialMillis ?? 300_000) / 60_000),
    seconds: String((clock?.incrementMillis ?? 0) / 1000),
  }
}

function nameOf(clock: ClockRule): string {
  const name = clockName(clock)
  return CLOCKS.some((each) => clockName(each) === name) ? name : CUSTOM
}
