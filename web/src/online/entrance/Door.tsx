import { useEffect, useState } from 'preact/hooks'

import { KeyPrompt } from './KeyPrompt'
import * as words from '../../words-online'
import * as CloseCode from '../../raum/close-codes'
import { addressOf } from '../../route'
import Message from '../../ui/Message'
import { RoomCode } from './RoomCode'
import { summaryOf } from '../../server'
import type { RoomSummary } from '../../server'
import type { Close, ConnectionState } from '../../table/connection'
import type { Remote } from '../../table/remote'
import { FAILED, TRY_AGAIN, sentenceOf } from '../../words'
import { room as roomName } from '../../words-later'

/** Shown before the page has entered a room: the reason, and what to do. */
export function Door(props: { remote: Remote; connection: ConnectionState; hasTransfer: boolean }) {
  const { remote, connection, hasTransfer } = props
  const { room } = remote
  const why = useRejection(remote, connection.close)
  const [hasTried, setTried] = useState(false)
  if (why === 'key') {
    return (
      <KeyPrompt
        isBusy={connection.status === 'connecting'}
        problem={keyProblem(connection.close, hasTried)}
        onKey={(key) => {
          setTried(true)
          remote.reconnect(key)
        }}
      />
    )
  }
  switch (connection.close?.code) {
    case CloseCode.Version:
      return (
        <Message title={words.OUTDATED} text={words.OUTDATED_TEXT}>
          <button type="button" className="button button-main" onClick={() => location.reload()}>
            {words.RELOAD}
          </button>
        </Message>
      )
    case CloseCode.NoRoom:
      return (
        <Message title={words.ROOM_NOT_FOUND} text={words.roomNotFound(room)}>
          <RoomCode />
        </Message>
      )
    case CloseCode.Forbidden:
      if (hasTransfer) {
        return (
          <Message title={words.TRANSFER_EXPIRED} text={words.TRANSFER_EXPIRED_TEXT}>
            {/* Reloads the page without the code. */}
            <a className="button button-main" href={addressOf({ screen: 'room', room })}>
              {words.OPEN_THE_ROOM}
            </a>
          </Message>
        )
      }
      // The dialect of space chess sends the reason as text, and has no keys.
      if (remote.dialect === 'space') {
        return <Message title={words.CANNOT_JOIN} text={connection.close.reason} />
      }
      if (why === null) return <Connecting room={room} text={words.CONNECTING} />
      return (
        <Message
          title={words.CANNOT_JOIN}
          text={why === 'full' ? words.ROOM_IS_FULL : words.ASK_SENDER}
        >
          <TryAgain remote={remote} />
        </Message>
      )
  }
  if (connection.status === 'ended') {
    return (
      <Message title={FAILED} text={sentenceOf(new Error(connection.close?.reason))}>
        <TryAgain remote={remote} />
      </Message>
    )
  }
  return <Connecting room={room} text={stateOf(connection)} />
}

/** Shown until the room answers. */
export function Connecting({ room, text }: { room: string; text: string }) {
  return <Message title={roomName(room)} text={text} />
}

function TryAgain({ remote }: { remote: Remote }) {
  return (
    <button type="button" className="button button-main" onClick={() => remote.reconnect()}>
      {TRY_AGAIN}
    </button>
  )
}

/** Why the room rejected the connection. The close code does not say, so it asks by HTTP. Null until known. */
function useRejection(
  { room, dialect }: Remote,
  close: Close | null,
): 'key' | 'full' | 'unknown' | null {
  const [why, setWhy] = useState<'key' | 'full' | 'unknown' | null>(null)
  useEffect(() => {
    if (close?.code !== CloseCode.Forbidden || dialect === 'space') return
    let isCurrent = true
    const update = (reason: typeof why) => {
      if (isCurrent) setWhy(reason)
    }
    summaryOf(room).then(
      (summary) => update(reasonIn(summary)),
      () => update('unknown'),
    )
    return () => {
      isCurrent = false
    }
  }, [room, dialect, close])
  return why
}

function reasonIn({ phase, rules }: RoomSummary): 'key' | 'full' | 'unknown' {
  // A full room without spectators stays closed even with the key.
  if (!rules.spectators && phase !== 'waiting') return 'full'
  return rules.passKey ? 'key' : 'unknown'
}

function keyProblem(close: Close | null, hasTried: boolean): string | null {
  if (close?.code === CloseCode.Flood) return words.TOO_MANY_KEYS
  return close?.code === CloseCode.Forbidden && hasTried ? words.WRONG_KEY : null
}

function stateOf({ status, close }: ConnectionState): string {
  if (status === 'offline') return words.OFFLINE_TEXT
  if (status !== 'lost') return words.CONNECTING
  return words.RETRY_REASONS[close?.code ?? 0] ?? words.UNREACHABLE_RETRYING
}
