import { kinds } from '../raum'
import { follow } from '../route'
import { KINDS, MOTTO, PRODUCT } from '../words'

/** Where everybody begins: the games, and the way into a room. */
export function Home() {
  return (
    <main className="home">
      <h1>{PRODUCT}</h1>
      <p>{MOTTO}</p>
      {kinds().map(({ kind }) => (
        <a key={kind} href={`/${kind}`} onClick={follow}>
          {KINDS[kind].title}
        </a>
      ))}
    </main>
  )
}
