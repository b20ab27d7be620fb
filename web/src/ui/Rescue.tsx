import type { MouseEvent, ReactNode } from 'react'

import { Boundary } from './Boundary'
import { addressOf } from '../route'
import * as words from '../words'
import './Message.css'

/** Says so where something went wrong, and shows the way back. */
export function Rescue({ children }: { children: ReactNode }) {
  return <Boundary fallback={() => <Failure />}>{children}</Boundary>
}

function Failure() {
  return (
    <main className="message" role="alert">
      <h1>{words.FAILED}</h1>
      <p>{words.FAILED_TEXT}</p>
      <a className="button button-main" href={location.href} onClick={load}>
        {words.TRY_AGAIN}
      </a>{' '}
      <a className="button" href={addressOf({ screen: 'home' })} onClick={load}>
        {words.ALL_GAMES}
      </a>
    </main>
  )
}

/** Not `follow`: whatever failed is loaded anew, also where only what is behind the `#` differs. */
function load(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault()
  history.pushState(null, '', event.currentTarget.href)
  location.reload()
}
