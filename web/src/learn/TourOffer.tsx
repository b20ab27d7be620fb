import { useEffect, useState } from 'preact/hooks'

import type { Kind } from '../raum'
import { addressOf, follow } from '../route'
import * as words from '../words-learn'
import './TourOffer.css'
import { closeOffer, isOfferOpen } from './tours'

/** Offers the tour to a visitor who sees space chess for the first time. A move declines it, too. */
export default function TourOffer({ kind, moves }: { kind: Kind; moves: number }) {
  const [isOpen, setOpen] = useState(() => kind === 'space' && moves === 0 && isOfferOpen())
  const hasMoved = moves > 0
  useEffect(() => {
    if (isOpen && hasMoved) closeOffer()
  }, [isOpen, hasMoved])
  if (!isOpen || hasMoved) return null
  return (
    <section className="tour-offer" aria-label={words.TOUR_OFFER}>
      <p>
        <strong>{words.TOUR_OFFER}</strong> <span>{words.TOUR_OFFER_TEXT}</span>
      </p>
      <a
        className="button button-main"
        href={addressOf({ screen: 'learn', kind })}
        onClick={follow}
      >
        {words.TAKE_TOUR}
      </a>
      <button
        type="button"
        className="button"
        onClick={() => {
          closeOffer()
          setOpen(false)
        }}
      >
        {words.NO_THANKS}
      </button>
    </section>
  )
}
