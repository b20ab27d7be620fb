import type { MouseEvent, ReactNode } from 'react'

import { Boundary } from './Boundary'
import { addressOf } from '../route'
import * as words from '../words'
import './Message.css'

/** Shows an error screen when rendering fails. */
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

/** Reloads the page, unlike `follow`, even if only the fragment differs. */
function load(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault()
  history.pushState(null, '', event.currentTarget.href)
  location.reload()
}
