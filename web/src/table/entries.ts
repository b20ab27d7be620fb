// The entries of a journal, as far as the page looks at them: their room folds them.

import { isClockRule } from '../saved-clock'
import type { LocalTableOptions } from '../raum'

interface Entry {
  event: { type: string; start?: string; rules?: { clock?: unknown } }
}

/** The entries of a journal, which a table wrote. */
export function entriesOf(journal: string): Entry[] {
  const lines = journal.split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Entry)
}

/** Where the last game of a journal began and with which clock: what is needed to begin it again. */
export function beginningOf(journal: string): LocalTableOptions {
  const started = entriesOf(journal).findLast(({ event }) => event.type === 'game-started')?.event
  const clock = started?.rules?.clock
  return {
    ...(started?.start !== undefined && { position: started.start }),
    ...(isClockRule(clock) && { clock }),
  }
}
