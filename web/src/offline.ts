/**
 * Has the browser keep the page, so that it opens without a network from now on. What cannot be kept (by
 * plain HTTP, in a private window) is loaded the next time, as ever.
 */
export function keepOffline(): void {
  // While the page is written, nothing old may stand in for it.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => {
    navigator.serviceWorker
      .register(`${import.meta.env.BASE_URL}worker.js`)
      .catch((error: unknown) => {
        console.warn('raum is not kept for days without a network:', error)
      })
  }
  // The board comes first.
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}
