import { useId, useState } from 'preact/hooks'

import { ClockChoice } from '../panel/ClockChoice'
import { LevelChoice } from '../panel/LevelChoice'
import { OpponentChoice } from '../panel/OpponentChoice'
import { Dialog } from '../ui/Dialog'
import { Options } from '../ui/Options'
import './NewGame.css'
import { chosenClock, useClockChoice } from '../panel/clock-choice'
import { saveLevel } from '../panel/levels'
import { useOpponent } from '../panel/opponent'
import { factsOf } from '../raum'
import { changeSettings } from '../settings'
import { MINUTES_MAX, SECONDS_MAX } from '../clock-rule'
import type { HotSeat } from '../table/hot-seat'
import { useTable } from '../table/table'
import * as words from '../words'
import * as later from '../words-later'
import { RANDOM, YOUR_SIDE } from '../words-online'

const SIDES_TO_CHOOSE = ['first', 'random', 'second'] as const

/** The dialog for a new local game: its opponent, clock and starting position. */
export default function NewGame(props: {
  table: HotSeat
  title?: string
  /** Whether the opponent is the computer. By default the player chooses, and the current game's opponent comes first. */
  computer?: boolean
  /** Returns to the current game instead of cancelling. */
  onContinue?: { label: string; act: () => void }
  /** Called when the game has started. */
  onBegin?: () => void
  onClose: () => void
}) {
  const { table, title = words.NEW_GAME, onContinue, onBegin, onClose } = props
  const { view } = useTable(table)
  const { kind } = table
  const hasComputer = view.seats.some(({ machine }) => machine)
  const opponent = useOpponent(kind, props.computer ?? hasComputer)
  const [side, setSide] = useState<(typeof SIDES_TO_CHOOSE)[number]>('first')
  const [choice, choose] = useClockChoice()
  const [position, setPosition] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const problemId = useId()
  const [first, second] = factsOf(kind).sides
  const sideLabels = { first: words.SIDES[first], random: RANDOM, second: words.SIDES[second] }

  const begin = (event: Event) => {
    event.preventDefault()
    const clock = chosenClock(choice)
    if (clock === undefined) {
      setProblem(later.invalidClock(MINUTES_MAX, SECONDS_MAX))
      return
    }
    const start = position.trim()
    const computer = { level: opponent.level, side: opposite(side) }
    try {
      table.begin({
        ...(clock && { clock }),
        ...(start && { position: start }),
        ...(opponent.isComputer && { computer }),
      })
    } catch (error) {
      setProblem(later.invalidPosition(error))
      return
    }
    changeSettings({ clock })
    if (opponent.isComputer) saveLevel(kind, opponent.level)
    onClose()
    onBegin?.()
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form className="new-game" onSubmit={begin}>
        {props.computer === undefined ? (
          <OpponentChoice kind={kind} opponent={opponent} />
        ) : (
          props.computer && (
            <LevelChoice kind={kind} level={opponent.level} onChoose={opponent.chooseLevel} />
          )
        )}
        {opponent.isComputer && (
          <Options
            legend={YOUR_SIDE}
            choices={SIDES_TO_CHOOSE}
            label={(each) => sideLabels[each]}
            chosen={side}
            onChoose={setSide}
          />
        )}
        <ClockChoice choice={choice} onChoose={choose} />
        <label className="new-game-position">
          {later.startPosition(kind)}
          <input
            className="field"
            value={position}
            spellcheck={false}
            autoComplete="off"
            placeholder={later.STANDARD_START}
            aria-describedby={problemId}
            onInput={(event) => setPosition(event.currentTarget.value)}
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
        <div className="dialog-buttons dialog-buttons-in-sight">
          <button type="button" className="button" onClick={onContinue?.act ?? onClose}>
            {onContinue?.label ?? later.CANCEL}
          </button>
          <button type="submit" className="button button-main">
            {later.START_NEW_GAME}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** The computer's side. */
function opposite(mine: (typeof SIDES_TO_CHOOSE)[number]): 'first' | 'second' {
  if (mine === 'random') return Math.random() < 0.5 ? 'first' : 'second'
  return mine === 'first' ? 'second' : 'first'
}
