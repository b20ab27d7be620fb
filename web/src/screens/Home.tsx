import { Suspense, lazy, useState } from 'react'

import { Picture } from '../board/Picture'
import { kinds } from '../raum'
import type { Kind } from '../raum'
import { addressOf, follow, rename } from '../route'
import type { Dialect } from '../route'
import * as words from '../words'
import * as later from '../words-later'
import { Bar } from './Bar'
import './Home.css'
import { RoomCode } from './RoomCode'

const CreateRoom = lazy(() => import('../online/CreateRoom'))
const MyGames = lazy(() => import('../online/MyGames'))

/** Where everybody begins: the games, one's own among them, and the way into a room. */
export default function Home({ wanted, dialect }: { wanted?: Kind; dialect?: Dialect }) {
  const [online, playOnline] = useState<Kind | null>(wanted ?? null)
  return (
    <>
      <Bar />
      <main className="home">
        <h1 className="home-motto">{later.MOTTO}</h1>
        {/* Nothing of the page waits for what the server says of it. */}
        <Suspense>
          <MyGames />
        </Suspense>
        <ul className="home-kinds">
          {kinds().map(({ kind }) => (
            <li key={kind}>
              <Card {...{ kind, playOnline }} />
            </li>
          ))}
        </ul>
        <RoomCode />
      </main>
      <Suspense>
        {online && (
          <CreateRoom
            kind={online}
            dialect={dialect}
            onClose={() => {
              playOnline(null)
              // Whoever comes back or loads the page again does not want another game by that.
              if (wanted) rename(addressOf({ screen: 'home', ...(dialect && { dialect }) }))
            }}
          />
        )}
      </Suspense>
    </>
  )
}

function Card({ kind, playOnline }: { kind: Kind; playOnline: (kind: Kind) => void }) {
  const { title, about } = words.KINDS[kind]
  return (
    <article className="card" aria-label={title}>
      <div className="card-picture">
        <Picture kind={kind} />
      </div>
      <h2>{title}</h2>
      <p>{about}</p>
      <div className="card-ways">
        <a
          className="button button-main"
          href={addressOf({ screen: 'game', kind })}
          onClick={follow}
        >
          {later.PLAY_HERE}
        </a>
        <button
          className="button"
          type="button"
          onClick={() => {
            playOnline(kind)
          }}
        >
          {later.PLAY_ONLINE}
        </button>
      </div>
    </article>
  )
}
