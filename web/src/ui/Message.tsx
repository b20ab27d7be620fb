import type { ComponentChildren } from 'preact'

import { addressOf, follow } from '../route'
import * as words from '../words'
import { Bar } from './Bar'
import './Message.css'

/** A screen with a message, a link home, and optional actions. */
export default function Message(props: {
  title: string
  text: string
  children?: ComponentChildren
}) {
  const { title, text, children } = props
  return (
    <>
      <Bar name={words.tabTitle(title)} />
      <main className="message">
        <h1>{title}</h1>
        <p role="status">{text}</p>
        {children}
        <a
          className={children ? 'button' : 'button button-main'}
          href={addressOf({ screen: 'home' })}
          onClick={follow}
        >
          {words.ALL_GAMES}
        </a>
      </main>
    </>
  )
}
