import type { TargetedMouseEvent, ComponentChildren } from 'preact'

import { Boundary } from './Boundary'
import { addressOf } from '../route'
import * as words from '../words'
import './Message.css'

/** Shows an error screen when rendering fails. */
export function Rescue({ children }: { children: ComponentChildren }) {
  return <Boundary fallback={() => <Failure />}>{children}</Boundary>
}

function Failure() {
  return (
    <div className="message" role="alert">
      <h1>{words.FAILED}</h1>
      <p>{words.FAILED_TEXT}</p>
      <a className="button button-main" href={location.href} onClick={load}>
        {words.TRY_AGAIN}
      </a>{' '}
      <a className="button" href={addressOf({ screen: 'home' })} onClick={load}>
        {words.ALL_GAMES}
      </a>
    </div>
  )
}

/** Reloads the page, unlike `follow`, even if only the fragment differs. */
function load(event: TargetedMouseEvent<HTMLAnchorElement>): void {
  event.preventDefault()
  history.pushState(null, '', event.currentTarget.href)
  location.reload()
}
