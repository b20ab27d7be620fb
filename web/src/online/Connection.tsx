import './Connection.css'
import * as words from '../words-online'
import { useRemote } from '../table/remote'
import type { Remote } from '../table/remote'
import type { ConnectionState } from '../table/connection'

/** The state of the connection, shown by text and shape, never over the board. */
export function Connection({ remote }: { remote: Remote }) {
  const { connection } = useRemote(remote)
  return (
    <div className={`connection connection-${connection.status}`}>
      <p role="status" aria-label={words.CONNECTION}>
        {wordsOf(connection)}
      </p>
      {connection.status === 'lost' && (
        <button type="button" className="button connection-try" onClick={() => remote.reconnect()}>
          {words.TRY_NOW}
        </button>
      )}
    </div>
  )
}

function wordsOf({ status, close }: ConnectionState): string {
  switch (status) {
    case 'live':
      return words.LIVE
    case 'offline':
      return words.OFFLINE
    case 'ended':
      return words.DISCONNECTED
    case 'connecting':
    case 'lost':
      return words.RETRY_REASONS[close?.code ?? 0] ?? words.RECONNECTING
  }
}
