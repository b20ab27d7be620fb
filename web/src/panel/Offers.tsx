import { useId, useState } from 'preact/hooks'

import './Offers.css'
import { whoIs } from './people'
import { declined } from './offers'
import * as words from '../words-online'
import { changeOf } from './change'
import { useChange } from './useChange'
import type { Command } from '../raum'
import { useTable } from '../table/table'
import type { Table } from '../table/table'

/** Open offers: a draw, a takeback, a rematch. */
export function Offers({ table }: { table: Table }) {
  const { view } = useTable(table)
  const { may, drawOffer, takeback, rematch } = view
  const isOver = view.ending !== null
  const declinedText = useDeclined(table)
  if (!drawOffer && !takeback && !declinedText && (rematch.length === 0 || !isOver)) return null
  const ask = (type: 'accept-draw' | 'decline-draw' | 'accept-takeback' | 'decline-takeback') => {
    return () => table.ask({ type } satisfies Command)
  }
  return (
    <section className="offers" aria-label={words.OFFERS}>
      {declinedText && <p className="offers-offer">{declinedText}</p>}
      {drawOffer && (
        <Offer
          text={words.drawOffered(whoIs(view, drawOffer))}
          onAccept={may.acceptDraw && ask('accept-draw')}
          onDecline={may.declineDraw && ask('decline-draw')}
        />
      )}
      {takeback && (
        <Offer
          text={words.takebackRequested(whoIs(view, takeback.side))}
          onAccept={may.acceptTakeback && ask('accept-takeback')}
          onDecline={may.declineTakeback && ask('decline-takeback')}
        />
      )}
      {isOver &&
        rematch.map((side) => (
          <Offer
            key={side}
            text={words.rematchWanted(whoIs(view, side))}
            onAccept={
              may.askRematch &&
              (() => {
                // Asking for a rematch accepts the opponent's.
                table.ask({ type: 'ask-rematch' })
              })
            }
            onDecline={false}
          />
        ))}
    </section>
  )
}

/** The last declined offer, until the next change. Shows what the announcer says. */
function useDeclined(table: Table): string | null {
  const [no, setNo] = useState<string | null>(null)
  useChange(table, (before, after) => {
    const now = declined(before, after)
    const isOver = after.drawOffer ?? after.takeback ?? after.ending ?? changeOf(before, after)
    if (now ?? isOver) setNo(now)
  })
  return no
}

function Offer(props: {
  text: string
  onAccept: (() => void) | false
  onDecline: (() => void) | false
}) {
  const { text, onAccept, onDecline } = props
  const id = useId()
  const answer = (label: string, kind: string, act: (() => void) | false) =>
    act && (
      <button type="button" className={`button ${kind}`} aria-describedby={id} onClick={act}>
        {label}
      </button>
    )
  return (
    <div className="offers-offer">
      <p id={id}>{text}</p>
      {answer(words.ACCEPT, 'button-main', onAccept)}
      {answer(words.DECLINE, '', onDecline)}
    </div>
  )
}
