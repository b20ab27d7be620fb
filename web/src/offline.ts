/**
 * Registers the service worker, so that the page opens without a network. Where browsers refuse it (over plain HTTP, in
 * a private window), the page loads from the network as usual.
 */
export function registerWorker(): void {
  // During development, the cache would serve outdated files.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => {
    navigator.serviceWorker
      .register(`${import.meta.env.BASE_URL}worker.js`)
      .catch((error: unknown) => {
        console.warn('raum is not available offline:', error)
      })
  }
  // After the board has loaded.
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}
