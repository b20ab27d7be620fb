import { useEffect, useState } from 'preact/hooks'

import * as words from '../words-lobby'
import { playMeanwhile } from './meanwhile'
import type { Seek } from './seek'

/** How long the user waits before the computer is offered. */
const ALONE_MILLIS = 20_000

/** Offers a game against the computer to a user who has waited for a while. The search goes on. */
export function Meanwhile({ seek }: { seek: Seek }) {
  const { startedAt, wish } = seek
  const [isLong, setLong] = useState(() => Date.now() - startedAt >= ALONE_MILLIS)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), startedAt + ALONE_MILLIS - Date.now())
    return () => clearTimeout(timer)
  }, [startedAt])
  return (
    <div className="meanwhile" role="status">
      {isLong && (
        <>
          <p>{words.STILL_ALONE}</p>
          <button
            type="button"
            className="button button-main"
            onClick={() => void playMeanwhile(wish.kind)}
          >
            {words.PLAY_MEANWHILE}
          </button>
        </>
      )}
    </div>
  )
}
