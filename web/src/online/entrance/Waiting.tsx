import { useEffect, useState } from 'preact/hooks'

import { Connection } from '../Connection'
import { Ended } from '../Ended'
import { LinkField } from './LinkField'
import { NameField } from '../NameField'
import './Waiting.css'
import * as words from '../../words-online'
import { Picture } from '../../board/Picture'
import { RulesButton } from '../../learn/RulesButton'
import { hasTour } from '../../learn/tours'
import { lazily } from '../../ui/lazily'
import { addressOf, go } from '../../route'
import { Bar } from '../../ui/Bar'
import { summaryOf } from '../../server'
import type { RoomSummary } from '../../server'
import { clockName } from '../../clock-rule'
import type { ClockRule } from '../../clock-rule'
import type { Remote } from '../../table/remote'
import { useRemote } from '../../table/remote'
import { storeSeat, storedSeat } from '../../table/seats'
import { useTable } from '../../table/table'
import type { Table } from '../../table/table'
import { KINDS, SIDES, tabTitle } from '../../words'
import { PLAY_COMPUTER_INSTEAD } from '../../words-computer'
import { ROOM_CODE, afterMoves, takeTour } from '../../words-later'

const SeatComputer = lazily(() => import('./SeatComputer'))
const QrCode = lazily(() => import('./QrCode'))

/** Shown while waiting for an opponent: how to invite one. */
export function Waiting({ remote, table }: { remote: Remote; table: Table }) {
  const { view } = useTable(table)
  const [isChoosing, setChoosing] = useState(false)
  const summary = useSummary(remote)
  const { room, dialect } = remote
  const link = new URL(addressOf({ screen: 'room', room, dialect }), location.href).href
  const key = storedSeat(room)?.key ?? null
  const mine = view.seats.find((seat) => seat.mine)
  return (
    <>
      <Bar name={tabTitle(words.WAITING)}>
        <RulesButton kind={view.kind} />
      </Bar>
      <main className="waiting">
        <div className="waiting-words">
          <h1>{words.WAITING}</h1>
          <p>{words.WAITING_TEXT}</p>
          <LinkField label={words.LINK} link={link} />
          {key !== null && (
            <p className="waiting-key">
              {words.KEY_TO_SHARE} <strong>{key}</strong>
            </p>
          )}
          <dl className="waiting-code">
            <dt>{ROOM_CODE}</dt>
            <dd>{inGroups(summary?.code ?? room)}</dd>
          </dl>
          {dialect === 'raum' && mine && (
            <NameField name={mine.name} onRename={(name) => remote.rename(name)} />
          )}
          <p className="problem" role="alert">
            {view.refused?.message}
          </p>
          {!remote.isStored && dialect === 'raum' && <p>{words.SEAT_NOT_SAVED}</p>}
        </div>
        <aside className="waiting-side">
          <div className="waiting-qr">
            <QrCode link={link} />
          </div>
          <div className="waiting-game">
            <Picture kind={view.kind} position={view.position} />
            <Facts clock={summary?.rules.clock} table={table} />
            {hasTour(view.kind) && (
              // In a tab of its own: this one waits.
              <a href={addressOf({ screen: 'learn', kind: view.kind })} target="_blank">
                {takeTour(view.kind)}
              </a>
            )}
          </div>
        </aside>
        <footer className="waiting-foot">
          <Line remote={remote} />
          {dialect === 'raum' && view.may.seatMachine && (
            <button type="button" className="button" onClick={() => setChoosing(true)}>
              {PLAY_COMPUTER_INSTEAD}
            </button>
          )}
          <button type="button" className="button" onClick={() => leave(remote, table)}>
            {words.LEAVE}
          </button>
        </footer>
      </main>
      {isChoosing && <SeatComputer table={table} onClose={() => setChoosing(false)} />}
    </>
  )
}

/** Gives up the seat. If the server cannot be reached, the seat stays in My games. */
function leave(remote: Remote, table: Table): void {
  table.ask({ type: 'leave' })
  const seat = storedSeat(remote.room)
  if (seat && remote.state().connection.status === 'live') storeSeat({ ...seat, token: null })
  go(addressOf({ screen: 'home' }))
}

/** "Chess · 5+0 · you play White · After 3 moves." */
function Facts({ clock, table }: { clock: ClockRule | null | undefined; table: Table }) {
  const { view } = useTable(table)
  const side = view.seats.find((seat) => seat.mine)?.side
  const facts = [
    KINDS[view.kind].title,
    side ? words.youPlay(SIDES[side]) : words.RANDOM_SIDES,
    clock !== undefined && (clock ? clockName(clock) : words.NO_CLOCK),
    view.moves.length > 0 && afterMoves(view.moves.length),
  ]
  return <p>{facts.filter((fact) => fact !== false).join(' · ')}</p>
}

/** The state of the room on the server; undefined until loaded. */
function useSummary({ room, token }: Remote): RoomSummary | undefined {
  const [summary, setSummary] = useState<RoomSummary>()
  useEffect(() => {
    let isCurrent = true
    summaryOf(room, token).then(
      (loaded) => {
        if (isCurrent) setSummary(loaded)
      },
      // Only shown, so errors are ignored.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [room, token])
  return summary
}

/** A code as people read it out: "K7M 2QX". */
function inGroups(code: string): string {
  const size = code.length === 6 ? 3 : 4
  return /^[0-9A-Z]{6}$|^[0-9A-Z]{12}$/.test(code)
    ? (code.match(new RegExp(`.{${size}}`, 'g')) ?? [code]).join(' ')
    : code
}

function Line({ remote }: { remote: Remote }) {
  const { connection } = useRemote(remote)
  return connection.status === 'ended' ? (
    <Ended remote={remote} close={connection.close} />
  ) : (
    <Connection remote={remote} />
  )
}
