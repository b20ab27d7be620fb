import { useState } from 'preact/hooks'

import { EndCard } from '../panel/EndCard'
import { addressOf, go } from '../route'
import { restart } from './restart'
import { LevelChoice } from '../panel/LevelChoice'
import { saveLevel } from '../panel/levels'
import type { HotSeat } from '../table/hot-seat'
import type { Review } from '../table/review'
import { useTable } from '../table/table'
import { lazily } from '../ui/lazily'
import { RESTART } from '../words'
import { REMATCH } from '../words-online'
import { EXIT, SAVE } from '../words-later'

const Files = lazily(() => import('./Files'))
const Share = lazily(() => import('../share/Share'))

/** The result of a local game, and what to do next. */
export default function LocalEnd(props: {
  table: HotSeat
  review: Review
  flipped: boolean
  onClose: () => void
}) {
  const { table, review, flipped, onClose } = props
  const { view } = useTable(table)
  const [isSaving, setSaving] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const computer = view.seats.find(({ machine }) => machine)?.machine
  const again = () => {
    onClose()
    // A rematch swaps the sides.
    if (computer) table.ask({ type: 'ask-rematch' })
    else restart(table)
  }
  const button = (label: string, act: () => void, kind = '') => (
    <button type="button" className={`button ${kind}`} onClick={act}>
      {label}
    </button>
  )
  return (
    <>
      <EndCard
        view={view}
        actions={button(computer ? REMATCH : RESTART, again, 'button-main')}
        onShare={() => setSharing(true)}
        onClose={onClose}
        after={
          <>
            {button(SAVE, () => setSaving(true))}
            {button(EXIT, () => go(addressOf({ screen: 'home' })))}
          </>
        }
      >
        {computer && (
          <LevelChoice
            kind={view.kind}
            level={computer.level}
            onChoose={(level) => {
              saveLevel(view.kind, level)
              table.ask({ type: 'set-level', level })
            }}
          />
        )}
      </EndCard>
      {isSaving && <Files table={table} onClose={() => setSaving(false)} />}
      {isSharing && (
        <Share
          table={table}
          review={review}
          flipped={flipped}
          shared={{ text: table.pgn() }}
          onClose={() => setSharing(false)}
        />
      )}
    </>
  )
}
