// Validates stored clocks. A separate file, because the first load needs nothing else of clock-rule.ts.

import type { ClockRule } from './clock-rule'

/** Whether a stored value is a clock. */
export function isClockRule(value: unknown): value is ClockRule {
  if (typeof value !== 'object' || value === null) return false
  const { initialMillis, incrementMillis } = value as { [name in keyof ClockRule]?: unknown }
  return typeof initialMillis === 'number' && typeof incrementMillis === 'number'
}
