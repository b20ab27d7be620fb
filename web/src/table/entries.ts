// The fields of journal entries that the page itself reads.

import { isClockRule } from '../saved-clock'
import type { LocalTableOptions } from '../raum'

interface Entry {
  event: { type: string; start?: string; rules?: { clock?: unknown } }
}

/** Parses the journal of a table. */
export function entriesOf(journal: string): Entry[] {
  const lines = journal.split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Entry)
}

/** The start position and the clock of the last game in a journal, to restart it. */
export function beginningOf(journal: string): LocalTableOptions {
  const started = entriesOf(journal).findLast(({ event }) => event.type === 'game-started')?.event
  const clock = started?.rules?.clock
  return {
    ...(started?.start !== undefined && { position: started.start }),
    ...(isClockRule(clock) && { clock }),
  }
}
