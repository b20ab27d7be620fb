// The making of an animation, as a screen shows it.

import { useEffect, useRef, useState } from 'preact/hooks'

import type { Film } from './film'
import { makeGif } from './gif'

export type Making =
  | { stage: 'idle' | 'stopped' | 'failed' }
  /** From 0 to 1. */
  | { stage: 'making'; done: number }
  | { stage: 'made'; file: Blob }

/** The state, a function that starts making a film, and one that stops it. Unmounting stops it, too. */
export function useGif(): [Making, start: (film: () => Film) => void, stop: () => void] {
  const [making, setMaking] = useState<Making>({ stage: 'idle' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = (film: () => Film) => {
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setMaking({ stage: 'making', done: 0 })
    const onProgress = (done: number) => setMaking({ stage: 'making', done })
    // Later, so that the progress bar is shown before a long game is prepared.
    new Promise((resolve) => setTimeout(resolve))
      .then(() => makeGif(film(), { signal, onProgress }))
      .then(
        (file) => setMaking({ stage: 'made', file }),
        (error: unknown) => {
          if (signal.aborted) return
          console.warn('The animation could not be made:', error)
          setMaking({ stage: 'failed' })
        },
      )
  }
  const stop = () => {
    running.current?.abort()
    setMaking({ stage: 'stopped' })
  }
  return [making, start, stop]
}
