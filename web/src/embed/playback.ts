// Plays the moves of a game, one per second, and follows the game at its end.

import { useEffect, useState } from 'preact/hooks'

import { useEffectEvent } from '../hooks'
import type { View } from '../raum'

const STEP_MILLIS = 1000

export interface Playback {
  /** The number of moves before the shown position. */
  ply: number
  /** Whether the last position is shown. New moves are then shown as they are made. */
  isAtEnd: boolean
  isPlaying: boolean
  /** Shows the position after `ply` moves, and stops playing. */
  go: (ply: number) => void
  /** Plays on, from the start if the end is shown; or pauses. */
  toggle: () => void
}

interface State {
  /** The number of the game in the room. Another game is followed. */
  game: number
  /** Null follows the game. */
  ply: number | null
  isPlaying: boolean
}

/** A finished game plays by itself once, unless the visitor prefers less motion. */
function initial({ game, moves, ending }: View): State {
  const plays =
    ending !== null && moves.length > 0 && !matchMedia('(prefers-reduced-motion: reduce)').matches
  return { game, ply: plays ? 0 : null, isPlaying: plays }
}

export function usePlayback(view: View): Playback {
  const last = view.moves.length
  const { game } = view
  const [state, setState] = useState(() => initial(view))
  const { ply: chosen, isPlaying } = state.game === game ? state : { ply: null, isPlaying: false }
  // A takeback may have made the game shorter.
  const ply = Math.min(chosen ?? last, last)
  const show = (to: number, plays: boolean) => {
    const isEnd = to >= last
    setState({ game, ply: isEnd ? null : Math.max(0, to), isPlaying: plays && !isEnd })
  }

  const step = useEffectEvent(() => show(ply + 1, true))
  useEffect(() => {
    if (!isPlaying) return
    const timer = setTimeout(() => step(), STEP_MILLIS)
    return () => clearTimeout(timer)
  }, [isPlaying, ply])

  return {
    ply,
    isAtEnd: ply === last,
    isPlaying,
    go: (to) => show(to, false),
    toggle: () => show(!isPlaying && ply === last ? 0 : ply, !isPlaying),
  }
}
