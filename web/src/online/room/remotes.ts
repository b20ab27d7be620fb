// Creates the connection to a room for a route.

import type { Route } from '../../route'
import { NativeRoom } from '../../table/native-room'
import type { Remote } from '../../table/remote'
import { SpaceRoom } from '../../table/space-room'

export type RoomRoute = Omit<Extract<Route, { screen: 'room' }>, 'screen'>

/** The room of a route, in its dialect. Connects on the first subscription. */
export function remoteOf({ room, dialect, transfer }: RoomRoute): Remote {
  return dialect === 'space' ? SpaceRoom.of(room) : new NativeRoom(room, { transfer })
}
