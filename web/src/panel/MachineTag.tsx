import './MachineTag.css'
import type { Kind } from '../raum'
import { Icon } from '../ui/Icon'
import { COMPUTER } from '../words-later'
import { levelInWords, levelName } from '../words-computer'

/** Marks a side as the computer's, with its level. */
export default function MachineTag({ kind, level }: { kind: Kind; level: number }) {
  return (
    <span className="machine-tag">
      <Icon name="computer" />
      <span className="visually-hidden">
        {COMPUTER}, {levelInWords(kind, level)}
      </span>
      <span aria-hidden="true">{levelName(kind, level)}</span>
    </span>
  )
}
