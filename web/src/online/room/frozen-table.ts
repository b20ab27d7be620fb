// A read-only view of a table whose connection has ended.

import type { May, View } from '../../raum'
import type { Snapshot, Table } from '../../table/table'

export function frozenTable(table: Table): Table {
  let last: Snapshot | null = null
  let frozen: Snapshot | null = null
  return {
    snapshot: () => {
      const now = table.snapshot()
      if (frozen === null || now !== last) frozen = { ...now, view: frozenView(now.view) }
      last = now
      return frozen
    },
    subscribe: (changed) => table.subscribe(changed),
    ask: () => undefined,
    position: (ply) => table.position(ply),
    pgn: () => table.pgn(),
    journal: () => table.journal(),
  }
}

function frozenView(view: View): View {
  const may = Object.fromEntries(Object.keys(view.may).map((name) => [name, false]))
  // The page no longer receives the clock's updates.
  const clocks = view.clocks && { ...view.clocks, running: null }
  const position = { ...view.position, legal: [] }
  return { ...view, may: may as May, clocks, position, claimInMillis: null }
}
