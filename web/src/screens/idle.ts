// Work that can wait until the browser has nothing else to do.

/** The longest wait, and the wait in browsers that cannot say when they are idle. */
const WAIT_MILLIS = 3000

/** Calls a function once the page is loaded and idle, unless the visitor saves data. Returns a function that cancels it. */
export function whenIdle(act: () => void): () => void {
  return savesData() ? () => undefined : onceIdle(act)
}

/** The same for visitors who save data, too. */
export function onceIdle(act: () => void): () => void {
  let cancel: () => void = () => undefined
  const wait = () => {
    if ('requestIdleCallback' in window) {
      const id = requestIdleCallback(act, { timeout: WAIT_MILLIS })
      cancel = () => cancelIdleCallback(id)
    } else {
      const id = setTimeout(act, WAIT_MILLIS)
      cancel = () => clearTimeout(id)
    }
  }
  if (document.readyState === 'complete') wait()
  else {
    addEventListener('load', wait, { once: true })
    cancel = () => removeEventListener('load', wait)
  }
  return () => cancel()
}

/** Whether the browser is set to save data. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData ?? false
}
