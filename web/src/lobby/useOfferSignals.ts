import { useEffect } from 'preact/hooks'

import { signal, titleUntilSeen } from '../signals'
import { awaitGesture, sound } from '../sound'
import { OPPONENT_FOUND, gameOf } from '../words-lobby'
import type { Seek } from './seek'

/** Calls the user when an opponent is found: by a sound, and in a hidden tab by its title, icon and a notification. */
export function useOfferSignals(seek: Seek | null): void {
  const game = seek?.state === 'offered' ? gameOf(seek.wish.kind, seek.wish.clock) : null
  useEffect(awaitGesture, [])
  useEffect(() => {
    if (game === null) return
    sound('join')
    const restore = titleUntilSeen(OPPONENT_FOUND)
    const end = signal(OPPONENT_FOUND, game)
    return () => {
      restore?.()
      end()
    }
  }, [game])
}
