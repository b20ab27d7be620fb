import './Ended.css'
import * as CloseCode from '../raum/close-codes'
import * as words from '../words-online'
import { addressOf, follow } from '../route'
import type { Close } from '../table/connection'
import type { Remote } from '../table/remote'
import { ALL_GAMES } from '../words'

/** Why the connection has ended for good, and what to do. The board stays. */
export function Ended({ remote, close }: { remote: Remote; close: Close | null }) {
  const code = close?.code ?? 0
  // The dialect of space chess has no codes, but sends the reason as text.
  const why = remote.dialect === 'space' ? close?.reason : words.END_REASONS[code]
  return (
    <div className="ended" role="alert">
      <p>{why ?? words.PROTOCOL_ERROR}</p>
      <NextStep remote={remote} code={code} />
    </div>
  )
}

function NextStep({ remote, code }: { remote: Remote; code: number }) {
  const button = (label: string, act: () => void) => (
    <button type="button" className="button button-main" onClick={act}>
      {label}
    </button>
  )
  switch (code) {
    case CloseCode.Replaced:
      return button(words.PLAY_IN_THIS_TAB, () => remote.reconnect())
    case CloseCode.Version:
      return button(words.RELOAD, () => location.reload())
    default:
      return (
        <a className="button button-main" href={addressOf({ screen: 'home' })} onClick={follow}>
          {ALL_GAMES}
        </a>
      )
  }
}
