// The worker that makes an animation. It paints and encodes one frame after the other; the page stops it by terminating it.

import { GIF_BYTES_MAX, encodeWithin } from './encode'
import { samplesOf } from './film'
import type { Answer, Film } from './film'
import { paint } from './paint'

/** TypeScript types `self` as a window. */
const worker = self as unknown as {
  onmessage: (event: MessageEvent<Film>) => void
  postMessage: (answer: Answer) => void
}

worker.onmessage = ({ data: film }) => {
  try {
    const report = (done: number) => worker.postMessage({ type: 'progress', done })
    const bytes = encodeWithin(GIF_BYTES_MAX, sourceOf(film), report)
    worker.postMessage({ type: 'file', bytes })
  } catch (error) {
    worker.postMessage({ type: 'error', message: error instanceof Error ? error.message : '' })
  }
}

function sourceOf({ layout, colours, frames }: Film) {
  const canvas = new OffscreenCanvas(1, 1)
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true })
  if (!context) throw new Error('this browser cannot draw in the background')
  const heightOf = (width: number) => Math.round((width * layout.height) / layout.width)
  return {
    count: frames.length,
    samples: samplesOf(frames),
    heightOf,
    pixelsOf: (index: number, width: number) => {
      const height = heightOf(width)
      if (canvas.width !== width) Object.assign(canvas, { width, height })
      const frame = frames[index]
      if (frame) paint(context, layout, colours, frame)
      return context.getImageData(0, 0, width, height).data
    },
  }
}
