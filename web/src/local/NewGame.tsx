import { useId, useState } from 'react'
import type { SyntheticEvent } from 'react'

import { ClockChoice } from '../panel/ClockChoice'
import { Dialog } from '../ui/Dialog'
import './NewGame.css'
import { chosenClock, useClockChoice } from '../panel/clock-choice'
import { changeSettings } from '../settings'
import { MINUTES_MAX, SECONDS_MAX } from '../clock-rule'
import type { HotSeat } from '../table/hot-seat'
import { useTable } from '../table/table'
import * as words from '../words'
import * as later from '../words-later'

/** The dialog for a new local game: its clock and starting position. */
export default function NewGame({ table, onClose }: { table: HotSeat; onClose: () => void }) {
  const { view } = useTable(table)
  const [choice, choose] = useClockChoice()
  const [position, setPosition] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const problemId = useId()

  const begin = (event: SyntheticEvent) => {
    event.preventDefault()
    const clock = chosenClock(choice)
    if (clock === undefined) {
      setProblem(later.invalidClock(MINUTES_MAX, SECONDS_MAX))
      return
    }
    const start = position.trim()
    try {
      table.begin({ ...(clock && { clock }), ...(start && { position: start }) })
    } catch (error) {
      setProblem(later.invalidPosition(error))
      return
    }
    changeSettings({ clock })
    onClose()
  }

  return (
    <Dialog title={words.NEW_GAME} onClose={onClose}>
      <form className="new-game" onSubmit={begin}>
        <ClockChoice choice={choice} onChoose={choose} />
        <label className="new-game-position">
          {later.startPosition(table.kind)}
          <input
            className="field"
            value={position}
            spellCheck={false}
            autoComplete="off"
            placeholder={later.STANDARD_START}
            aria-describedby={problemId}
            onChange={(event) => setPosition(event.target.value)}
          />
        </label>
        <p id={problemId} className="problem" role="alert">
          {problem}
        </p>
        {view.moves.length > 0 && (
          <p className="new-game-warning">
            {view.ending ? later.GAME_IS_SAVED : later.UNFINISHED_GAME_IS_SAVED}
          </p>
        )}
        <div className="dialog-buttons">
          <button type="button" className="button" onClick={onClose}>
            {later.CANCEL}
          </button>
          <button type="submit" className="button button-main">
            {later.START_NEW_GAME}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
