// How parts of the page are loaded late. The build calls this in place of Vite's own preloading (vite.config.ts).

/** The files that have arrived or are under way, by path. A file that failed is forgotten, so it can be retried. */
const requests = new Map<string, Promise<void>>()

/** Why a part cannot be loaded until the page itself is loaded again. */
export class Outdated extends Error {}

/**
 * Imports a part of the page after all its files have arrived, those that it shares with other parts included.
 *
 * Browsers remember a failed import by its address and never ask for that file again. So the files are fetched first,
 * which can be retried, and the import finds them in the browser's cache.
 */
export async function load<Part>(part: () => Promise<Part>, paths: string[] = []): Promise<Part> {
  await Promise.all(paths.map(arrival))
  return part().catch((cause: unknown) => {
    throw new Outdated('import', { cause })
  })
}

function arrival(path: string): Promise<void> {
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
  // A server that no longer has the file has a newer page.
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
