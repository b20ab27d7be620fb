// The room of an address, in its dialect.

import type { Route } from '../../route'
import { NativeRoom } from '../../table/native-room'
import type { Remote } from '../../table/remote'
import { SpaceRoom } from '../../table/space-room'

export type RoomRoute = Omit<Extract<Route, { screen: 'room' }>, 'screen'>

/** The room of an address. There is no line before somebody listens. */
export function remoteOf({ room, dialect, transfer }: RoomRoute): Remote {
  return dialect === 'space' ? SpaceRoom.of(room) : new NativeRoom(room, { transfer })
}
