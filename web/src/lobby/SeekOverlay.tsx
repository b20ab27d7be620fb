import { useEffect, useLayoutEffect } from 'preact/hooks'

import './SeekOverlay.css'
import { useRoute } from '../route'
import { setOverlay } from '../ui/overlay'
import { YOUR_SEARCH } from '../words-lobby'
import { SeekButtons } from './SeekButtons'
import { textOf } from './seek-text'
import { lobby, useLobby } from './use-lobby'
import { useOfferSignals } from './useOfferSignals'

/** Follows a search through all screens. Shows it above them, except at home, which has a place for it. */
export function SeekOverlay() {
  const { seek, status } = useLobby()
  const route = useRoute()
  const isHome = route.screen === 'home' && route.dialect !== 'space'
  const room = route.screen === 'room' ? route.room : null
  const isInFinishedRoom = room !== null && room === seek?.wish.from
  useOfferSignals(seek)
  useEffect(() => {
    if (!seek) setOverlay(null)
    // A player in another room has an opponent.
    else if (room !== null && !isInFinishedRoom) lobby.withdraw()
  }, [seek, room, isInFinishedRoom])
  // At once: an opponent found right after the user leaves is not accepted.
  useLayoutEffect(() => {
    lobby.attend(isHome || isInFinishedRoom)
    return () => lobby.attend(false)
  }, [isHome, isInFinishedRoom])
  if (!seek || isHome) return null
  const isOffer = seek.state === 'offered' && !seek.isReady
  return (
    <section
      className={isOffer ? 'seek-overlay seek-offer' : 'seek-overlay'}
      aria-label={YOUR_SEARCH}
    >
      {seek.state === 'waiting' && <span className="seek-spinner" />}
      <p role="status">{textOf(seek, status)}</p>
      <SeekButtons seek={seek} />
    </section>
  )
}
