import { useEffect, useState } from 'preact/hooks'

import { opponentJoined } from '../../words-online'
import type { View } from '../../raum'
import { titleUntilSeen } from '../../signals'
import { awaitGesture, sound } from '../../sound'

/** The announcement that the opponent has arrived and the game starts. Also plays a sound and changes a hidden tab's title. */
export function useArrival({ phase, seats }: View): string | null {
  const [arrival, setArrival] = useState<{ phase: string; text: string | null }>({
    phase,
    text: null,
  })
  if (phase !== arrival.phase) {
    const opponent = seats.find((seat) => !seat.mine)
    const isMine = seats.some((seat) => seat.mine)
    const hasCome = arrival.phase === 'waiting' && phase === 'playing' && isMine
    setArrival({ phase, text: hasCome && opponent ? opponentJoined(opponent.name) : null })
  }
  const { text } = arrival
  useEffect(awaitGesture, [])
  useEffect(() => {
    if (text === null) return
    sound('join')
    return titleUntilSeen(text)
  }, [text])
  return text
}
