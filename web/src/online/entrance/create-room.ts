// Opening a room elsewhere, in either dialect.

import type { Kind } from '../../raum'
import type { Dialect } from '../../route'
import { openRoom } from '../../server'
import type { RoomRequest } from '../../server'
import { keepSeat } from '../../table/seats'
import type { Table } from '../../table/table'

/** What somebody has chosen. */
export interface Chosen {
  dialect: Dialect
  kind: Kind
  /** Where the game is that others are invited to. */
  table: Table | undefined
  /** The pass key, nothing for none. */
  key: string
  rules: Required<Pick<NonNullable<RoomRequest['rules']>, 'opener' | 'spectators' | 'clock'>>
}

/** Opens a room, and tells its id. Throws why not, in a sentence. */
export async function createRoom({ dialect, kind, table, key, rules }: Chosen): Promise<string> {
  if (dialect === 'space') {
    const { SpaceRoom } = await import('../../table/space-room')
    return (await SpaceRoom.create()).room
  }
  const room = await openRoom({
    kind,
    rules,
    ...(key && { passKey: key }),
    ...(table && {
      start: table.position(0).text,
      moves: table.seen().view.moves.map(({ text }) => text),
    }),
  })
  // Whoever has chosen the key need not type it at the door.
  if (key) keepSeat({ room, kind, token: null, key, at: Date.now() })
  return room
}
