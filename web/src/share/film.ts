// An animation as plain data, and the messages between the page and the worker that makes it.

import type { Colours } from './colours'
import type { Frame } from './frames'
import type { Layout } from './layout'

export interface Film {
  layout: Layout
  colours: Colours
  frames: Frame[]
}

/** What the worker sends: how much is done, from 0 to 1, then the file or an error. */
export type Answer =
  | { type: 'progress'; done: number }
  | { type: 'file'; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'error'; message: string }

const SAMPLES = 6

/** The frames that together have all colours: some along the game, its end, and the first check. */
export function samplesOf(frames: readonly Frame[]): number[] {
  const last = frames.length - 1
  const along = Array.from({ length: SAMPLES }, (_, index) =>
    Math.round((last * index) / (SAMPLES - 1)),
  )
  const check = frames.findIndex((frame) => frame.check !== null)
  return [...new Set(check < 0 ? along : [...along, check])]
}
