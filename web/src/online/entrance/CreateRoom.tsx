import { useId, useState } from 'preact/hooks'

import './CreateRoom.css'
import { createRoom } from './create-room'
import * as words from '../../words-online'
import { ClockChoice } from '../../panel/ClockChoice'
import { OpponentChoice } from '../../panel/OpponentChoice'
import { PaceChoice } from '../../panel/PaceChoice'
import { saveLevel } from '../../panel/levels'
import { useOpponent } from '../../panel/opponent'
import { Dialog } from '../../ui/Dialog'
import { Options } from '../../ui/Options'
import { Toggle } from '../../ui/Toggle'
import { chosenClock, useClockChoice } from '../../panel/clock-choice'
import { factsOf, indexOf, kinds } from '../../raum'
import type { Kind } from '../../raum'
import { playerName, saveName } from '../../names'
import { addressOf, go } from '../../route'
import type { Dialect } from '../../route'
import { currentSettings, changeSettings } from '../../settings'
import { MINUTES_MAX, SECONDS_MAX, graceSeconds } from '../../clock-rule'
import type { Table } from '../../table/table'
import { KINDS, SIDES, sentenceOf } from '../../words'
import { CREATE_NEW_GAME, invalidClock } from '../../words-later'

const PASS_KEY_CHARS_MIN = 4
const PASS_KEY_CHARS_MAX = 64

const SIDES_TO_CHOOSE = ['random', 'first', 'second'] as const

/** The player's side at a table with a computer, which the friend replaces. */
function sideAt(table?: Table): (typeof SIDES_TO_CHOOSE)[number] {
  const view = table?.snapshot().view
  if (!view?.side || !view.seats.some(({ machine }) => machine)) return 'random'
  return indexOf(view.side) === 0 ? 'first' : 'second'
}

/** The dialog to open a room, for a new game or for the one on a table. */
export default function CreateRoom(props: {
  kind: Kind
  dialect?: Dialect | undefined
  /** The table whose game to move online, for an invitation. */
  table?: Table
  onClose: () => void
}) {
  const { dialect = 'raum', table, onClose } = props
  const [kind, setKind] = useState(dialect === 'space' ? 'space' : props.kind)
  const [side, setSide] = useState<(typeof SIDES_TO_CHOOSE)[number]>(() => sideAt(table))
  const opponent = useOpponent(kind, false)
  const [clockChoice, chooseClock] = useClockChoice()
  const [name, setName] = useState(playerName)
  const [key, setKey] = useState('')
  const [spectators, setSpectators] = useState(true)
  const [wantsListing, setWantsListing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const problemId = useId()
  const [first, second] = factsOf(kind).sides
  const sideLabels = { random: words.RANDOM, first: SIDES[first], second: SIDES[second] }

  const clock = chosenClock(clockChoice)
  // A room with a pass key is for friends.
  const isListed = wantsListing && key === ''
  const create = async () => {
    if (clock === undefined) throw new Error(invalidClock(MINUTES_MAX, SECONDS_MAX))
    const nameProblem = words.nameProblem(name)
    if (nameProblem) throw new Error(nameProblem)
    // Counted in code points, as on the server.
    const keyChars = Array.from(key).length
    if (keyChars > 0 && (keyChars < PASS_KEY_CHARS_MIN || keyChars > PASS_KEY_CHARS_MAX)) {
      throw new Error(words.invalidPassKey(PASS_KEY_CHARS_MIN, PASS_KEY_CHARS_MAX))
    }
    const opener = side === 'random' ? null : side
    const room = await createRoom({
      dialect,
      kind,
      table,
      key,
      rules: { opener, spectators, clock, ...(isListed && { listed: true }) },
      computer: opponent.isComputer
        ? { level: opponent.level, instant: currentSettings().instant }
        : null,
    })
    if (opponent.isComputer) saveLevel(kind, opponent.level)
    if (name.trim() !== '') saveName(name.trim())
    if (dialect === 'raum') changeSettings({ clock })
    onClose()
    go(addressOf({ screen: 'room', room, dialect }))
  }
  const submit = (event: Event) => {
    event.preventDefault()
    setProblem(null)
    setAsking(true)
    create().catch((error: unknown) => {
      setProblem(sentenceOf(error))
      setAsking(false)
    })
  }

  return (
    <Dialog title={CREATE_NEW_GAME} onClose={onClose}>
      <form className="create-room" onSubmit={submit}>
        {table ? (
          <p className="create-room-note">
            <strong>{KINDS[kind].title}.</strong>{' '}
            {words.movesOnline(table.snapshot().view.moves.length)}
          </p>
        ) : (
          dialect === 'raum' && (
            <Options
              legend={words.GAME}
              choices={kinds().map((each) => each.kind)}
              label={(each) => KINDS[each].title}
              chosen={kind}
              onChoose={setKind}
            />
          )
        )}
        {dialect === 'space' ? (
          <p className="create-room-note">{words.ABOUT_SPACE_DIALECT}</p>
        ) : (
          <>
            {!table && <OpponentChoice kind={kind} opponent={opponent} />}
            {opponent.isComputer && <PaceChoice />}
            <Options
              legend={words.YOUR_SIDE}
              choices={SIDES_TO_CHOOSE}
              label={(each) => sideLabels[each]}
              chosen={side}
              onChoose={setSide}
            />
            <ClockChoice choice={clockChoice} onChoose={chooseClock} />
            {!opponent.isComputer && (
              <p className="create-room-note">{words.aboutAbsence(clock && graceSeconds(clock))}</p>
            )}
            <div className="create-room-fields">
              <label className="create-room-field">
                {words.YOUR_NAME}
                <input
                  className="field"
                  value={name}
                  aria-describedby={problemId}
                  autoComplete="nickname"
                  onInput={(event) => setName(event.currentTarget.value)}
                />
              </label>
              <label className="create-room-field">
                {words.PASS_KEY_OPTIONAL}
                <input
                  className="field"
                  value={key}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellcheck={false}
                  aria-describedby={problemId}
                  onInput={(event) => setKey(event.currentTarget.value)}
                />
              </label>
            </div>
            <Toggle label={words.ALLOW_SPECTATORS} checked={spectators} onChange={setSpectators} />
            <Toggle
              label={key === '' ? words.LIST_ROOM : words.CANNOT_LIST_ROOM}
              checked={isListed}
              enabled={key === ''}
              onChange={setWantsListing}
            />
          </>
        )}
        <p id={problemId} className="problem" role="alert">
          {problem}
        </p>
        <div className="dialog-buttons dialog-buttons-in-sight">
          <button type="submit" className="button button-main" disabled={isAsking}>
            {isAsking ? words.CREATING : CREATE_NEW_GAME}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
