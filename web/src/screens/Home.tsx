import { Suspense, useState } from 'react'

import { Picture } from '../board/Picture'
import { lazily } from '../ui/lazily'
import { kinds } from '../raum'
import type { Kind } from '../raum'
import { addressOf, follow, rename } from '../route'
import type { Dialect } from '../route'
import * as words from '../words'
import * as later from '../words-later'
import { Bar } from '../ui/Bar'
import './Home.css'
import { RoomCode } from '../online/entrance/RoomCode'

const CreateRoom = lazily(() => import('../online/entrance/CreateRoom'))
const PlayComputer = lazily(() => import('../local/PlayComputer'))
const MyGames = lazily(() => import('../online/entrance/MyGames'))

/** The start screen: the games, the player's own rooms, and the way into a room. */
export default function Home({ wanted, dialect }: { wanted?: Kind; dialect?: Dialect }) {
  const [online, playOnline] = useState<Kind | null>(wanted ?? null)
  const [alone, playComputer] = useState<Kind | null>(null)
  // The dialect of space chess serves no other kind.
  const offered: Kind[] = dialect === 'space' ? ['space'] : kinds().map(({ kind }) => kind)
  return (
    <>
      <Bar />
      <main className="home">
        <div className="home-head">
          <h1 className="home-motto">{later.TAGLINE}</h1>
          <button
            className="button button-main home-create"
            type="button"
            onClick={() => playOnline(offered[0] ?? 'chess')}
          >
            {later.CREATE_NEW_GAME}
          </button>
        </div>
        {/* The start screen does not wait for the server. */}
        <Suspense>
          <MyGames />
        </Suspense>
        <ul className="home-kinds">
          {offered.map((kind) => (
            <li key={kind}>
              <Card kind={kind} playOnline={playOnline} playComputer={playComputer} />
            </li>
          ))}
        </ul>
        <RoomCode />
      </main>
      <Suspense>
        {alone && <PlayComputer kind={alone} onClose={() => playComputer(null)} />}
        {online && (
          <CreateRoom
            kind={online}
            dialect={dialect}
            onClose={() => {
              playOnline(null)
              // Going back or reloading must not open the dialog again.
              if (wanted) rename(addressOf({ screen: 'home', ...(dialect && { dialect }) }))
            }}
          />
        )}
      </Suspense>
    </>
  )
}

function Card(props: {
  kind: Kind
  playOnline: (kind: Kind) => void
  playComputer: (kind: Kind) => void
}) {
  const { kind, playOnline, playComputer } = props
  const { title, about } = words.KINDS[kind]
  return (
    <article className="card" aria-label={title}>
      <div className="card-picture">
        <Picture kind={kind} />
      </div>
      <h2>{title}</h2>
      <p>{about}</p>
      <div className="card-ways">
        <button
          className="button button-main card-computer"
          type="button"
          onClick={() => playComputer(kind)}
        >
          {later.PLAY_THE_COMPUTER}
        </button>
        <a className="button" href={addressOf({ screen: 'game', kind })} onClick={follow}>
          {later.PLAY_HERE}
        </a>
        <button className="button" type="button" onClick={() => playOnline(kind)}>
          {later.PLAY_ONLINE}
        </button>
      </div>
    </article>
  )
}
