// Opens a room on the server, in either dialect.

import type { Kind } from '../../raum'
import type { Dialect } from '../../route'
import { openRoom } from '../../server'
import type { RoomRequest } from '../../server'
import { storeSeat } from '../../table/seats'
import type { Table } from '../../table/table'

type Rules = NonNullable<RoomRequest['rules']>

/** The values of the form. */
export interface RoomOptions {
  dialect: Dialect
  kind: Kind
  /** The table whose game to move online, for an invitation. */
  table: Table | undefined
  /** The pass key; empty for none. */
  key: string
  /** The computer as the opponent, on the side that the opener leaves; null for a person. */
  computer: { level: number; instant: boolean } | null
  rules: Required<Pick<Rules, 'opener' | 'spectators' | 'clock'>> & Pick<Rules, 'listed'>
}

/** Opens a room and returns its id. Throws an error with a message for the player. */
export async function createRoom({
  dialect,
  kind,
  table,
  key,
  computer,
  rules,
}: RoomOptions): Promise<string> {
  if (dialect === 'space') {
    const { SpaceRoom } = await import('../../table/space-room')
    return (await SpaceRoom.create()).room
  }
  const room = await openRoom({
    kind,
    rules,
    ...(computer && { computer }),
    ...(key && { passKey: key }),
    ...(table && {
      start: table.position(0).text,
      moves: table.snapshot().view.moves.map(({ text }) => text),
    }),
  })
  // The creator need not type the key to enter.
  if (key) storeSeat({ room, kind, token: null, key, at: Date.now() })
  return room
}
