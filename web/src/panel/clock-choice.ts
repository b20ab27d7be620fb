// Which clock a game is to have, while somebody chooses.

import { useState } from 'react'

import { currentSettings } from '../settings'
import { CLOCKS, clockName, readClock } from '../clock-rule'
import type { ClockRule } from '../clock-rule'

export const NONE = 'none'
export const CUSTOM = 'custom'

export interface ClockChoice {
  /** The name of a clock, `none` or `custom`. */
  name: string
  /** What is typed for a custom one. */
  minutes: string
  seconds: string
}

/** What was chosen the last time, and how to choose something else. */
export function useClockChoice(): [ClockChoice, (change: Partial<ClockChoice>) => void] {
  const [choice, setChoice] = useState(() => choiceOf(currentSettings().clock))
  return [choice, (change) => setChoice({ ...choice, ...change })]
}

/** The clock that was chosen, null for none; undefined if no game can be played with it. */
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
