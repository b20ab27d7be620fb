import { Figure } from '../board/Figure'
import { Marking } from '../board/Marking'
import { hasLevels } from '../board/cell'
import { ROLES } from '../words'
import * as words from '../words-learn'
import './PieceCard.css'
import { toggleAid, useAids } from './aids'
import type { ExplainedPiece } from './aids'
import { pieceRule } from './rule-texts'

/** How the selected piece moves, with switches for its lines and for attacked cells. */
export default function PieceCard({ piece }: { piece: ExplainedPiece }) {
  const { lines, attacked } = useAids()
  const { kind, side, role } = piece
  return (
    <section className="piece-card" aria-label={ROLES[role]}>
      <span className="piece-card-figure" aria-hidden="true">
        <Figure side={side} role={role} />
      </span>
      <p>
        <strong>{ROLES[role]}:</strong> {pieceRule(kind, role)}
      </p>
      <div className="piece-card-aids">
        {hasLevels(kind) && role !== 'knight' && (
          <Aid label={words.LINES} isOn={lines} onToggle={() => toggleAid('lines')} />
        )}
        <Aid label={words.ATTACKED_CELLS} isOn={attacked} onToggle={() => toggleAid('attacked')} />
      </div>
      {lines && hasLevels(kind) && role !== 'knight' && <Legend />}
    </section>
  )
}

function Aid(props: { label: string; isOn: boolean; onToggle: () => void }) {
  const { label, isOn, onToggle } = props
  return (
    <button type="button" className="button" aria-pressed={isOn} onClick={onToggle}>
      {label}
    </button>
  )
}

/** The shapes of the marks on lines. */
function Legend() {
  return (
    <ul className="piece-card-legend" aria-label={words.LEGEND}>
      {(['face', 'edge', 'corner'] as const).map((mark) => (
        <li key={mark}>
          <span className="piece-card-mark">
            <Marking marks={[mark]} />
          </span>
          {words.LINE_CLASSES[mark]}
        </li>
      ))}
    </ul>
  )
}
