// The service worker: keeps the page on the device, and answers from there where there is no network.
// scripts/offline.mjs writes it into the built page, with that build before it.

/** The paths of all files of the build, each with the hash of its content, and a version for all of it. */
declare const BUILD: { version: string; files: { [path: string]: string } }

/** TypeScript knows `self` as any worker. */
const worker = self as unknown as ServiceWorkerGlobalScope

/** Where the page is, which need not be the root of its host. */
const home = new URL('.', worker.location.href)

const INDEX = 'index.html'

/** The addresses of screens. What is asked beside them and the files never comes by here. */
const SCREEN = /^(chess|space|tictactoe|r\/[^/]+)?$/

/** Vite puts hashes into the names in here: whatever build they are of, they are what was asked for. */
const ASSETS = 'assets/'

/** Others may live on the same host, another raum among them. */
const OURS = `raum ${home.pathname} `
const CACHE = `${OURS}${BUILD.version}`

/** How long somebody looks at nothing while the network may yet answer. */
const PATIENCE_MILLIS = 4000

worker.addEventListener('install', (event) =>
  event.waitUntil(keep().then(() => worker.skipWaiting())),
)

worker.addEventListener('activate', (event) =>
  event.waitUntil(tidy().then(() => worker.clients.claim())),
)

worker.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || !request.url.startsWith(home.href)) return
  const path = new URL(request.url).pathname.slice(home.pathname.length)
  if (request.mode === 'navigate') {
    if (SCREEN.test(path)) event.respondWith(screen(request))
  } else if (path in BUILD.files || path.startsWith(ASSETS)) {
    event.respondWith(file(request))
  }
})

/** Keeps the whole build or nothing of it: the hashes refuse what a server sends of another one. */
async function keep(): Promise<void> {
  const requests = Object.entries(BUILD.files).map(([path, integrity]) => {
    const url = path === INDEX ? home : new URL(path, home)
    return new Request(url, { integrity, cache: path.startsWith(ASSETS) ? 'default' : 'no-cache' })
  })
  const cache = await caches.open(CACHE)
  await cache.addAll(requests)
}

/** Forgets older builds, but for the last one: a page of it may be open, and not have loaded all of it. */
async function tidy(): Promise<void> {
  const names = await caches.keys()
  const older = names.filter((name) => name.startsWith(OURS) && name !== CACHE)
  await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)))
}

/** The newest page there is: the network's, or the kept one if there is no answer, or none worth showing. */
async function screen(request: Request): Promise<Response> {
  const answer = fetch(request)
  const kept = await caches.match(home, { cacheName: CACHE, ignoreVary: true })
  if (!kept) return answer
  const first = await Promise.race([answer, patience()]).catch(() => undefined)
  return first && first.status < 500 ? first : kept
}

function patience(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MILLIS))
}

async function file(request: Request): Promise<Response> {
  const kept =
    (await caches.match(request, { cacheName: CACHE, ignoreVary: true })) ??
    (await caches.match(request, { ignoreVary: true }))
  return kept ?? fetch(request)
}
