// Tables that show a part of what another one shows: after the connection has ended, or while the chat is muted.

import { isOwn } from '../../panel/people'
import type { May, View } from '../../raum'
import { currentSettings } from '../../settings'
import type { Snapshot, Table } from '../../table/table'

/** A read-only table, for a room whose connection has ended. */
export function frozenTable(table: Table): Table {
  return { ...withView(table, frozenView), ask: () => undefined }
}

/** A table without the messages of others: none is shown, counted, announced or heard. */
export function mutedTable(table: Table): Table {
  return withView(table, mutedView)
}

function withView(table: Table, change: (view: View) => View): Table {
  let last: Snapshot | null = null
  let changed: Snapshot | null = null
  return {
    snapshot: () => {
      const now = table.snapshot()
      if (changed === null || now !== last) changed = { ...now, view: change(now.view) }
      last = now
      return changed
    },
    subscribe: (listener) => table.subscribe(listener),
    ask: (command) => table.ask(command),
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

function mutedView(view: View): View {
  const { name } = currentSettings()
  return { ...view, chat: view.chat.filter((line) => isOwn(view, line, name)) }
}
