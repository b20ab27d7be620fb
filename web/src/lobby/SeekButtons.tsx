import { useState } from 'preact/hooks'

import { useCountdown } from '../panel/countdown'
import * as words from '../words-lobby'
import type { Seek } from './seek'
import { lobby } from './use-lobby'

/** What the user can do about a search. */
export function SeekButtons({ seek }: { seek: Seek }) {
  const withdraw = () => lobby.withdraw()
  switch (seek.state) {
    case 'waiting':
      return <Button label={words.CANCEL_SEARCH} onClick={withdraw} />
    case 'offered':
      return seek.isReady ? null : (
        <>
          <SecondsLeft until={seek.until} />
          <Button label={words.PLAY_NOW} isMain onClick={() => lobby.ready()} />
          <Button label={words.DECLINE_OFFER} onClick={withdraw} />
        </>
      )
    case 'dropped':
    case 'replaced':
      return (
        <>
          <Button
            label={seek.state === 'dropped' ? words.LOOK_AGAIN : words.LOOK_HERE}
            isMain
            onClick={() => lobby.seek(seek.wish)}
          />
          <Button label={words.DISMISS} onClick={withdraw} />
        </>
      )
    case 'refused':
      return <Button label={words.DISMISS} onClick={withdraw} />
  }
}

function Button(props: { label: string; isMain?: boolean; onClick: () => void }) {
  const { label, isMain = false, onClick } = props
  return (
    <button type="button" className={isMain ? 'button button-main' : 'button'} onClick={onClick}>
      {label}
    </button>
  )
}

/** Outside the live region: a screen reader would read every second. */
function SecondsLeft({ until }: { until: number }) {
  const [at] = useState(() => Date.now())
  const left = useCountdown({ millis: until - at, at, isRunning: true })
  return (
    <span className="seek-seconds" role="timer">
      {words.secondsLeft(Math.ceil(left / 1000))}
    </span>
  )
}
