// The page's one connection to the lobby, and its state as a hook.

import { useSyncExternalStore } from '../hooks'
import { Lobby } from './lobby'
import type { LobbyState } from './lobby'

export const lobby = new Lobby()

const subscribe = (changed: () => void) => lobby.subscribe(changed)

/** The state of the lobby. The page stays connected while a component uses it. */
export function useLobby(): LobbyState {
  return useSyncExternalStore(subscribe, () => lobby.state())
}
