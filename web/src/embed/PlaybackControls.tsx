import type { Playback } from './playback'
import { FIRST_POSITION, LAST_POSITION, NEXT_MOVE, PREVIOUS_MOVE } from '../words'
import { CONTROLS, PAUSE, PLAY } from '../words-embed'
import '../ui/Icon.css'

/** Line icons. Those of ui/Icon.tsx belong to the first load of the page, where two of these are not used. */
const ICONS = {
  first: 'M18 5l-7 7 7 7M6 5v14',
  back: 'M15 5l-7 7 7 7',
  play: 'M7 4l13 8-13 8z',
  pause: 'M8 5v14M16 5v14',
  next: 'M9 5l7 7-7 7',
  last: 'M6 5l7 7-7 7M18 5v14',
}

/** Buttons that step through a game of `last` moves, or play it. */
export function PlaybackControls({ playback, last }: { playback: Playback; last: number }) {
  const { ply, isPlaying, go, toggle } = playback
  const button = (icon: keyof typeof ICONS, label: string, isOn: boolean, press: () => void) => (
    <button
      type="button"
      className="button embed-step"
      aria-label={label}
      title={label}
      disabled={!isOn}
      onClick={press}
    >
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={ICONS[icon]} />
      </svg>
    </button>
  )
  return (
    <div className="embed-controls" role="group" aria-label={CONTROLS}>
      {button('first', FIRST_POSITION, ply > 0, () => go(0))}
      {button('back', PREVIOUS_MOVE, ply > 0, () => go(ply - 1))}
      {button(isPlaying ? 'pause' : 'play', isPlaying ? PAUSE : PLAY, last > 0, toggle)}
      {button('next', NEXT_MOVE, ply < last, () => go(ply + 1))}
      {button('last', LAST_POSITION, ply < last, () => go(last))}
    </div>
  )
}
