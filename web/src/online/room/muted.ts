// The rooms whose chat is muted, stored in this browser.

import { changeSettings, useSettings } from '../../settings'

/** How many rooms are remembered. */
const ROOMS_MAX = 50

/** Whether the chat of a room is muted, and a function that changes it. */
export function useMuted(room: string): [boolean, (isMuted: boolean) => void] {
  const { muted } = useSettings()
  const change = (isMuted: boolean) => {
    const others = muted.filter((each) => each !== room)
    changeSettings({ muted: isMuted ? [...others, room].slice(-ROOMS_MAX) : others })
  }
  return [muted.includes(room), change]
}
