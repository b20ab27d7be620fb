import { useState } from 'react'

import { RoomGame } from './RoomGame'
import { LOADING } from '../words'
import { NativeRoom } from '../table/native-room'
import { useRemote } from '../table/remote'

/** A room elsewhere. */
export default function Room({ room }: { room: string }) {
  const [remote] = useState(() => new NativeRoom(room))
  const { table } = useRemote(remote)
  return table ? <RoomGame {...{ remote, table }} /> : <p role="status">{LOADING}</p>
}
