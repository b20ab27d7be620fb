import { follow } from '../route'
import * as words from '../words'
import { Bar } from './Bar'
import './Message.css'

/** A screen with a sentence and a way back. */
export function Message({ title, text }: { title: string; text: string }) {
  return (
    <>
      <Bar />
      <main className="message">
        <h1>{title}</h1>
        <p>{text}</p>
        <a className="button button-main" href="/" onClick={follow}>
          {words.TO_THE_GAMES}
        </a>
      </main>
    </>
  )
}
