import { useId } from 'react'
import type { SubmitEvent } from 'react'

import { Picture } from '../board/Picture'
import { kinds } from '../raum'
import type { Kind } from '../raum'
import { follow, go } from '../route'
import * as words from '../words'
import { Bar } from './Bar'
import './Home.css'

/** Where everybody begins: the games, and the way into a room. */
export default function Home() {
  return (
    <>
      <Bar />
      <main className="home">
        <h1 className="home-motto">{words.MOTTO}</h1>
        <ul className="home-kinds">
          {kinds().map(({ kind }) => (
            <li key={kind}>
              <Card kind={kind} />
            </li>
          ))}
        </ul>
        <RoomCode />
      </main>
    </>
  )
}

function Card({ kind }: { kind: Kind }) {
  const { title, about } = words.KINDS[kind]
  const note = useId()
  return (
    <article className="card" aria-label={title}>
      <div className="card-picture">
        <Picture kind={kind} />
      </div>
      <h2>{title}</h2>
      <p>{about}</p>
      <div className="card-ways">
        <a className="button button-main" href={`/${kind}`} onClick={follow}>
          {words.PLAY_HERE}
        </a>
        <button className="button" type="button" disabled aria-describedby={note}>
          {words.PLAY_ONLINE}
        </button>
      </div>
      <p id={note} className="card-note">
        {words.ONLINE_IS_TO_COME}
      </p>
    </article>
  )
}

/** Whoever was told a room's code types it here. */
function RoomCode() {
  const field = useId()
  const enter = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = new FormData(event.currentTarget).get('room')
    if (typeof code === 'string' && code.trim()) go(`/r/${encodeURIComponent(code.trim())}`)
  }
  return (
    <form className="room-code" onSubmit={enter}>
      <label htmlFor={field}>{words.ROOM_CODE}</label>
      <input
        className="field"
        id={field}
        name="room"
        required
        autoComplete="off"
        autoCapitalize="characters"
      />
      <button className="button" type="submit">
        {words.ENTER}
      </button>
    </form>
  )
}
