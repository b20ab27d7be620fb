// Clocks that were kept. The first board needs nothing else of clock-rule.ts.

import type { ClockRule } from './clock-rule'

/** Whether something that was kept is a clock. */
export function isClockRule(kept: unknown): kept is ClockRule {
  if (typeof kept !== 'object' || kept === null) return false
  const { initialMillis, incrementMillis } = kept as { [name in keyof ClockRule]?: unknown }
  return typeof initialMillis === 'number' && typeof incrementMillis === 'number'
}
