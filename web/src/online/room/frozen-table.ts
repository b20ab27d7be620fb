// A table that can be looked at, and no more: the connection to its room has ended.

import type { May, View } from '../../raum'
import type { Seen, Table } from '../../table/table'

export function stillTable(table: Table): Table {
  let last: Seen | null = null
  let still: Seen | null = null
  return {
    seen: () => {
      const now = table.seen()
      if (still === null || now !== last) still = { ...now, view: stillView(now.view) }
      last = now
      return still
    },
    subscribe: (changed) => table.subscribe(changed),
    ask: () => undefined,
    position: (ply) => table.position(ply),
    pgn: () => table.pgn(),
    journal: () => table.journal(),
  }
}

function stillView(view: View): View {
  const may = Object.fromEntries(Object.keys(view.may).map((name) => [name, false]))
  // Whatever runs at the table elsewhere is not heard of here.
  const clocks = view.clocks && { ...view.clocks, running: null }
  const position = { ...view.position, legal: [] }
  return { ...view, may: may as May, clocks, position, claimInMillis: null }
}
