// Loads parts of the page on demand. The build calls it instead of Vite's own preload helper (vite.config.ts).

/** Requests for files, finished or pending, by path. A failed one is removed, so that it can be retried. */
const requests = new Map<string, Promise<void>>()

/** A part that cannot be loaded until the page itself is reloaded. */
export class Outdated extends Error {}

/**
 * Imports a part of the page after fetching all its files, including those it shares with other parts.
 *
 * Browsers cache a failed import by its URL and never request it again. Fetches can be retried, so they come first, and
 * the import then finds the files in the HTTP cache.
 */
export async function load<Part>(part: () => Promise<Part>, paths: string[] = []): Promise<Part> {
  await Promise.all(paths.map(fetchOnce))
  return part().catch((cause: unknown) => {
    throw new Outdated('import', { cause })
  })
}

function fetchOnce(path: string): Promise<void> {
  const known = requests.get(path)
  if (known) return known
  const request = fetchFile(import.meta.env.BASE_URL + path)
  requests.set(path, request)
  request.catch(() => requests.delete(path))
  return request
}

async function fetchFile(url: string): Promise<void> {
  // index.html has loaded it already.
  if (document.querySelector(`[src="${url}"], [href="${url}"]`)) return
  if (url.endsWith('.css')) return applyStyle(url)
  const response = await fetch(url)
  // A server without the file has a newer version of the page.
  if (response.status >= 400 && response.status < 500) throw new Outdated(url)
  if (!response.ok) throw new Error(url)
  await response.arrayBuffer()
}

function applyStyle(href: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  document.head.append(link)
  return new Promise((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error(href))
    }
  })
}
