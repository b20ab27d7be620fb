import type { Playback } from './playback'
import { Icon } from '../ui/Icon'
import type { IconName } from '../ui/Icon'
import { FIRST_POSITION, LAST_POSITION, NEXT_MOVE, PREVIOUS_MOVE } from '../words-later'
import { CONTROLS, PAUSE, PLAY } from '../words-embed'

/** Buttons that step through a game of `last` moves, or play it. */
export function PlaybackControls({ playback, last }: { playback: Playback; last: number }) {
  const { ply, isPlaying, go, toggle } = playback
  const button = (icon: IconName, label: string, isOn: boolean, press: () => void) => (
    <button
      type="button"
      className="button embed-step"
      aria-label={label}
      title={label}
      disabled={!isOn}
      onClick={press}
    >
      <Icon name={icon} />
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
