import { useEffect, useState } from 'react'

import { opponentJoined } from '../../words-online'
import type { View } from '../../raum'
import { awaitGesture, sound } from '../../sound'

/** What is said when a wait has turned into a game; whoever looks elsewhere sees and hears it, too. */
export function useArrival({ phase, seats }: View): string | null {
  const [arrival, setArrival] = useState<{ phase: string; said: string | null }>({
    phase,
    said: null,
  })
  if (phase !== arrival.phase) {
    const opponent = seats.find((seat) => !seat.mine)
    const isMine = seats.some((seat) => seat.mine)
    const hasCome = arrival.phase === 'waiting' && phase === 'playing' && isMine
    setArrival({ phase, said: hasCome && opponent ? opponentJoined(opponent.name) : null })
  }
  const { said } = arrival
  useEffect(awaitGesture, [])
  useEffect(() => {
    if (said === null) return
    sound('end')
    return titleUntilSeen(said)
  }, [said])
  return said
}

/** Has the browser's tab say something until somebody looks at it. */
function titleUntilSeen(said: string): (() => void) | undefined {
  if (document.visibilityState === 'visible') return
  const { title } = document
  document.title = said
  const restore = () => {
    if (document.title === said) document.title = title
    document.removeEventListener('visibilitychange', restore)
  }
  document.addEventListener('visibilitychange', restore)
  return restore
}
