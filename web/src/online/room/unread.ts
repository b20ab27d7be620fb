// Unread chat messages.

import { useState } from 'preact/hooks'

import { useSyncExternalStore } from '../../hooks'
import { isOwn } from '../../panel/people'
import type { View } from '../../raum'
import { useSettings } from '../../settings'

/** The number of messages from others since the user last saw the chat. Messages before joining are not counted. */
export function useUnread(view: View, isOpen: boolean): number {
  const { name } = useSettings()
  const isVisible = useSyncExternalStore(subscribe, () => !document.hidden)
  const { chat } = view
  const [read, setRead] = useState(chat.length)
  const isRead = isOpen && isVisible
  if (isRead && read !== chat.length) setRead(chat.length)
  if (isRead) return 0
  return chat.slice(read).filter((line) => !isOwn(view, line, name)).length
}

function subscribe(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
