import { useId } from 'preact/hooks'

import './LevelChoice.css'
import type { Kind } from '../raum'
import { LEVEL, levelInWords, levelName, levelsOf } from '../words-computer'

/** A slider over the computer's levels, with what the chosen one feels like. */
export function LevelChoice(props: {
  kind: Kind
  level: number
  onChoose: (level: number) => void
}) {
  const { kind, level, onChoose } = props
  const [input, about] = [useId(), useId()]
  const levels = levelsOf(kind)
  return (
    <div className="level-choice">
      <label htmlFor={input}>{LEVEL}</label>
      <output htmlFor={input}>{levelName(kind, level)}</output>
      <input
        id={input}
        type="range"
        min={1}
        max={levels.length}
        step={1}
        value={level}
        aria-valuetext={levelInWords(kind, level)}
        aria-describedby={about}
        onInput={(event) => onChoose(Number(event.currentTarget.value))}
      />
      <p id={about} className="level-choice-about">
        {levels[level - 1]?.about}
      </p>
    </div>
  )
}
