import { useLayoutEffect } from 'preact/hooks'
import type { ComponentChildren } from 'preact'

import { useEffectEvent } from '../hooks'
import './EndCard.css'
import { isWatching } from './people'
import { Icon } from '../ui/Icon'
import type { View } from '../raum'
import { ending } from '../words'
import { CLOSE, REVIEW_BOARD, SHARE, afterMoves, outcomeFor } from '../words-later'

/** The result of a game and what to do next, beside the board: the last position stays in sight. */
export function EndCard(props: {
  view: View
  /** The first buttons, and the last ones. */
  actions: ComponentChildren
  after: ComponentChildren
  children?: ComponentChildren
  onShare: () => void
  onClose: () => void
}) {
  const { view, actions, after, children, onShare, onClose } = props
  const close = useEffectEvent(onClose)
  // Before the card is painted, so that no key comes too early.
  useLayoutEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      // A dialog over the card comes first.
      if (key === 'Escape' && !document.querySelector('dialog[open]')) close()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  if (!view.ending) return null
  const official = ending(view.ending)
  // At one device, where one person plays both sides, the official result is all there is to say.
  const isOneSided = !isWatching(view) && view.seats.some(({ mine }) => !mine)
  return (
    <section className="end-card" role="dialog" aria-label={official}>
      <header className="end-card-head">
        <h2>{outcomeFor(view.ending, isOneSided ? view.side : null)}</h2>
        <button
          type="button"
          className="button end-card-close"
          aria-label={CLOSE}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </header>
      <p className="end-card-moves">{afterMoves(view.moves.length)}</p>
      {children}
      <div className="end-card-buttons">
        {actions}
        <button type="button" className="button" onClick={onClose}>
          {REVIEW_BOARD}
        </button>
        <button type="button" className="button" onClick={onShare}>
          <Icon name="share" />
          {SHARE}
        </button>
        {after}
      </div>
    </section>
  )
}
