import { Options } from '../ui/Options'
import { CUSTOM, NONE } from './clock-choice'
import type { ClockChoice as Choice } from './clock-choice'
import './ClockChoice.css'
import { CLOCKS, clockName } from '../clock-rule'
import * as later from '../words-later'

/** Form fields for a clock: a preset, a custom one, or none. */
export function ClockChoice(props: {
  choice: Choice
  onChoose: (change: Partial<Choice>) => void
}) {
  const { choice, onChoose } = props
  return (
    <>
      <Options
        legend={later.CLOCK}
        choices={[NONE, ...CLOCKS.map(clockName), CUSTOM]}
        label={later.clockChoice}
        chosen={choice.name}
        onChoose={(name) => onChoose({ name })}
      />
      {choice.name === CUSTOM && (
        <div className="clock-choice-custom">
          <NumberField
            label={later.MINUTES_PER_SIDE}
            value={choice.minutes}
            onChange={(minutes) => onChoose({ minutes })}
          />
          <NumberField
            label={later.SECONDS_PER_MOVE}
            value={choice.seconds}
            onChange={(seconds) => onChoose({ seconds })}
          />
        </div>
      )}
    </>
  )
}

function NumberField(props: { label: string; value: string; onChange: (value: string) => void }) {
  const { label, value, onChange } = props
  return (
    <label>
      {label}
      <input
        className="field"
        inputMode="decimal"
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  )
}
