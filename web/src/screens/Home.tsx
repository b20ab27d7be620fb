import { useEffect, useState } from 'preact/hooks'

import { Picture } from '../board/Picture'
import { lazily } from '../ui/lazily'
import { init, kinds } from '../raum'
import type { Kind } from '../raum'
import { addressOf, follow, rename } from '../route'
import type { Dialect, Opened } from '../route'
import { currentGame } from '../table/saved-games'
import * as words from '../words'
import * as later from '../words-later'
import { Bar } from '../ui/Bar'
import { RulesButton } from '../learn/RulesButton'
import { hasTour } from '../learn/tours'
import { Footer } from './Footer'
import { Hero } from './Hero'
import './Home.css'
import { onceIdle, whenIdle } from './idle'
import MyGames from './MyGames'
import { RoomCode } from '../online/entrance/RoomCode'

// The dialogs need the rules; this screen does not.
const CreateRoom = lazily(async () => {
  const [part] = await Promise.all([import('../online/entrance/CreateRoom'), init()])
  return part
})
const Rules = lazily(() => import('../learn/Rules'))
const NewLocalGame = lazily(async () => {
  const [part] = await Promise.all([import('../local/NewLocalGame'), init()])
  return part
})

// The lobby needs the server; the rest of this screen does not wait for it.
const FindOpponent = lazily(() => import('../lobby/FindOpponent'))
const NowPlaying = lazily(() => import('../lobby/NowPlaying'))

/** Whether the page has once been idle: then the lobby is shown at once. */
let wasIdle = false

/** The start screen: the games, the player's own rooms, and the way into a room. */
export default function Home(props: { opened?: Opened; dialect?: Dialect }) {
  const { dialect } = props
  const [opened, open] = useState(props.opened ?? null)
  // The dialect of space chess serves no other kind.
  const offered: Kind[] = dialect === 'space' ? ['space'] : kinds().map(({ kind }) => kind)
  // The next screen needs the rules. A failure is reported there.
  useEffect(() => whenIdle(() => void init().catch(() => undefined)), [])
  const [isIdle, setIdle] = useState(wasIdle)
  useEffect(
    () =>
      onceIdle(() => {
        wasIdle = true
        setIdle(true)
      }),
    [],
  )
  // The dialect of space chess has no lobby.
  const hasLobby = dialect !== 'space'
  const close = () => {
    open(null)
    // Going back or reloading must not open the dialog again.
    if (props.opened) rename(addressOf({ screen: 'home', ...(dialect && { dialect }) }))
  }
  return (
    <>
      <Bar>
        <RulesButton kind="space" />
      </Bar>
      <main className="home">
        <section className="home-hero" aria-label={words.PRODUCT}>
          <div className="home-words">
            <h1 className="home-motto">{later.TAGLINE}</h1>
            <p>{later.ABOUT}</p>
            <p>{later.ABOUT_SPACE}</p>
            <div className="home-ways">
              <OpenButton
                className="button button-main"
                opens={{ dialog: 'new', kind: offered[0] ?? 'chess' }}
                dialect={dialect}
                onOpen={open}
              >
                {later.CREATE_NEW_GAME}
              </OpenButton>
              {hasLobby && (
                <a className="button" href={`#${LOBBY}`} onClick={goToLobby}>
                  {later.FIND_OPPONENT}
                </a>
              )}
            </div>
          </div>
          <Hero />
        </section>
        {hasLobby && (
          <section id={LOBBY} className="home-lobby" aria-label={later.FIND_OPPONENT} tabIndex={-1}>
            <h2>{later.FIND_OPPONENT}</h2>
            {isIdle && <FindOpponent />}
          </section>
        )}
        <MyGames />
        <ul className="home-kinds">
          {offered.map((kind) => (
            <li key={kind}>
              <Card kind={kind} dialect={dialect} onOpen={open} />
            </li>
          ))}
        </ul>
        {hasLobby && isIdle && <NowPlaying />}
        <RoomCode />
      </main>
      <Footer />
      {opened?.dialog === 'new' && (
        <CreateRoom kind={opened.kind} dialect={dialect} onClose={close} />
      )}
      {opened?.dialog === 'rules' && <Rules kind={opened.kind} onClose={close} />}
      {(opened?.dialog === 'computer' || opened?.dialog === 'here') && (
        <NewLocalGame kind={opened.kind} computer={opened.dialog === 'computer'} onClose={close} />
      )}
    </>
  )
}

const LOBBY = 'find'

/** Scrolls to the lobby, without an entry in the history. */
function goToLobby(event: MouseEvent): void {
  event.preventDefault()
  const lobby = document.getElementById(LOBBY)
  lobby?.focus({ preventScroll: true })
  lobby?.scrollIntoView()
}

function Card(props: {
  kind: Kind
  dialect: Dialect | undefined
  onOpen: (dialog: Opened) => void
}) {
  const { kind, dialect, onOpen } = props
  const { title, about } = words.KINDS[kind]
  const [current] = useState(() => currentGame(kind))
  const board = addressOf({ screen: 'game', kind })
  const open = { dialect, onOpen }
  return (
    <article className="card" aria-label={title}>
      <div className="card-picture">
        <Picture kind={kind} />
      </div>
      <h2>{title}</h2>
      <p>{about}</p>
      <div className="card-ways">
        <OpenButton className="button button-main" opens={{ dialog: 'computer', kind }} {...open}>
          {later.PLAY_THE_COMPUTER}
        </OpenButton>
        {current && !current.ending && (
          <a className="button" href={board} onClick={follow}>
            {later.continueGame(current.plies)}
          </a>
        )}
        <OpenButton opens={{ dialog: 'new', kind }} {...open}>
          {later.PLAY_A_FRIEND}
        </OpenButton>
        {current ? (
          // The board would show the stored game.
          <OpenButton opens={{ dialog: 'here', kind }} {...open}>
            {later.TWO_PLAYERS}
          </OpenButton>
        ) : (
          <a className="button" href={board} onClick={follow}>
            {later.TWO_PLAYERS}
          </a>
        )}
      </div>
      <p className="card-learn">
        {hasTour(kind) && (
          <a href={addressOf({ screen: 'learn', kind })} onClick={follow}>
            {later.takeTour(kind)}
          </a>
        )}
        <OpenButton className="card-link" opens={{ dialog: 'rules', kind }} {...open}>
          {words.RULES}
        </OpenButton>
      </p>
    </article>
  )
}

/** A button that opens a dialog. It is a link, too: the start screen is shown before its script has come. */
function OpenButton(props: {
  className?: string
  opens: Opened
  dialect: Dialect | undefined
  onOpen: (dialog: Opened) => void
  children: string
}) {
  const { className = 'button', opens, dialect, onOpen, children } = props
  return (
    <a
      className={className}
      role="button"
      href={addressOf({ screen: 'home', opened: opens, ...(dialect && { dialect }) })}
      onClick={(event) => {
        event.preventDefault()
        onOpen(opens)
      }}
      onKeyDown={(event) => {
        if (event.key !== ' ') return
        event.preventDefault()
        onOpen(opens)
      }}
    >
      {children}
    </a>
  )
}
