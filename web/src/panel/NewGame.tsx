import { useId, useState } from 'react'
import type { SyntheticEvent } from 'react'

import { Dialog } from './Dialog'
import { CLOCKS, MINUTES_MAX, SECONDS_MAX, clockName, readClock } from '../table/clock-rule'
import type { ClockRule } from '../table/clock-rule'
import './NewGame.css'
import { currentSettings, prefer } from '../settings'
import type { HotSeat } from '../table/hot-seat'
import { useTable } from '../table/table'
import * as words from '../words'

const NONE = 'none'
const CUSTOM = 'custom'

/** Begins another game: with which clock, and where. */
export default function NewGame({ table, onClose }: { table: HotSeat; onClose: () => void }) {
  const { view } = useTable(table)
  const [remembered] = useState(() => currentSettings().clock)
  const [choice, setChoice] = useState(() => choiceOf(remembered))
  const [minutes, setMinutes] = useState(() =>
    String((remembered?.initialMillis ?? 300_000) / 60_000),
  )
  const [seconds, setSeconds] = useState(() => String((remembered?.incrementMillis ?? 0) / 1000))
  const [position, setPosition] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const problemId = useId()

  const begin = (event: SyntheticEvent) => {
    event.preventDefault()
    const clock = choice === CUSTOM ? readClock(minutes, seconds) : ruleOf(choice)
    if (choice === CUSTOM && !clock) {
      setProblem(words.badClock(MINUTES_MAX, SECONDS_MAX))
      return
    }
    const start = position.trim()
    try {
      table.begin({ ...(clock && { clock }), ...(start && { position: start }) })
    } catch (error) {
      setProblem(words.badPosition(error))
      return
    }
    prefer({ clock })
    onClose()
  }

  return (
    <Dialog title={words.NEW_GAME} onClose={onClose}>
      <form className="new-game" onSubmit={begin}>
        <fieldset className="new-game-clocks">
          <legend>{words.CLOCK}</legend>
          {[NONE, ...CLOCKS.map(clockName), CUSTOM].map((each) => (
            <label key={each} className="new-game-clock">
              <input
                type="radio"
                name="clock"
                className="unseen"
                checked={choice === each}
                onChange={() => {
                  setChoice(each)
                }}
              />
              <span>{words.clockChoice(each)}</span>
            </label>
          ))}
        </fieldset>
        {choice === CUSTOM && (
          <div className="new-game-custom">
            <NumberField label={words.MINUTES} value={minutes} onChange={setMinutes} />
            <NumberField label={words.SECONDS_PER_MOVE} value={seconds} onChange={setSeconds} />
          </div>
        )}
        <label className="new-game-position">
          {words.startPosition(table.kind)}
          <input
            className="field"
            value={position}
            spellCheck={false}
            autoComplete="off"
            placeholder={words.USUAL_START}
            aria-describedby={problemId}
            onChange={(event) => {
              setPosition(event.target.value)
            }}
          />
        </label>
        <p id={problemId} className="problem" role="alert">
          {problem}
        </p>
        {view.moves.length > 0 && (
          <p className="new-game-warning">
            {view.ending ? words.GAME_IS_KEPT : words.GAME_UNDER_WAY_IS_KEPT}
          </p>
        )}
        <div className="dialog-buttons">
          <button type="button" className="button" onClick={onClose}>
            {words.CANCEL}
          </button>
          <button type="submit" className="button button-main">
            {words.START_NEW_GAME}
          </button>
        </div>
      </form>
    </Dialog>
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
        onChange={(event) => {
          onChange(event.target.value)
        }}
      />
    </label>
  )
}

/** The name of a clock among those that can be chosen. */
function choiceOf(clock: ClockRule | null): string {
  if (!clock) return NONE
  const name = clockName(clock)
  return CLOCKS.some((each) => clockName(each) === name) ? name : CUSTOM
}

function ruleOf(choice: string): ClockRule | null {
  return CLOCKS.find((each) => clockName(each) === choice) ?? null
}
