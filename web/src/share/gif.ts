// Makes an animation in a worker.

import type { Answer, Film } from './film'

/** Makes the file. Rejects with the reason of the signal if it is stopped. */
export function makeGif(
  film: Film,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void },
): Promise<Blob> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./gif-worker.ts', import.meta.url), { type: 'module' })
  const made = new Promise<Blob>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
    worker.onerror = ({ message }) => reject(new Error(message || 'the worker did not start'))
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.type === 'progress') onProgress(data.done)
      else if (data.type === 'error') reject(new Error(data.message))
      else resolve(new Blob([data.bytes], { type: 'image/gif' }))
    }
    worker.postMessage(film)
  })
  return made.finally(() => worker.terminate())
}
