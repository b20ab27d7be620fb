// The service worker: caches the page, and serves it without a network.
// scripts/offline.mjs writes it into the built page, preceded by the list of files.

/**
 * The paths of the files of the build with their hashes, a version for the build, and the kinds of games. The files of the
 * engine are large and most visitors never need them, so they are cached once they have been used.
 */
declare const BUILD: {
  version: string
  files: { [path: string]: string }
  engine: { [path: string]: string }
  kinds: string[]
}

/** TypeScript types `self` as a generic worker. */
const worker = self as unknown as ServiceWorkerGlobalScope

/** The page's base URL, which need not be the root of the host. */
const home = new URL('.', worker.location.href)

const INDEX = 'index.html'

/** The page for all screens but the first. A static host has none. */
const SCREEN_PAGE = 'screen.html'

/** The paths of screens. The worker handles only these and the files of the build. */
const SCREEN = new RegExp(`^((learn/)?(${BUILD.kinds.join('|')})|r/[^/]+)?$`)

/** Vite puts hashes into the names of these files, so a cached file of any build is the right one. */
const ASSETS = 'assets/'

/** The files of the engine, in any build. scripts/offline.mjs has the same pattern. */
const ENGINE = /^assets\/(raum_)?engine/

/** The host may serve other pages, even another raum. */
const OURS = `raum ${home.pathname} `
const CACHE = `${OURS}${BUILD.version}`

/** How long to wait for the network before serving the cached page. */
const TIMEOUT_MILLIS = 4000

worker.addEventListener('install', (event) =>
  event.waitUntil(install().then(() => worker.skipWaiting())),
)

worker.addEventListener('activate', (event) =>
  event.waitUntil(deleteOldBuilds().then(() => worker.clients.claim())),
)

worker.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || !request.url.startsWith(home.href)) return
  const path = pathOf(request.url)
  if (request.mode === 'navigate') {
    if (SCREEN.test(path)) event.respondWith(screenResponse(request, path))
  } else if (path in BUILD.files || path.startsWith(ASSETS)) {
    event.respondWith(fileResponse(request))
  }
})

/**
 * Caches the whole build or nothing: the hashes reject files of another build. A player who has used the engine of an
 * earlier build gets this one's, too, and can go on playing offline.
 */
async function install(): Promise<void> {
  const files = { ...BUILD.files, ...((await hasEngine()) && BUILD.engine) }
  const requests = Object.entries(files).map(([path, integrity]) => {
    const url = path === INDEX ? home : new URL(path, home)
    return new Request(url, { integrity, cache: path.startsWith(ASSETS) ? 'default' : 'no-cache' })
  })
  const cache = await caches.open(CACHE)
  await cache.addAll(requests)
}

/** Whether an earlier build has cached its engine. */
async function hasEngine(): Promise<boolean> {
  const names = await caches.keys()
  const ours = names.filter((name) => name.startsWith(OURS))
  const requests = await Promise.all(ours.map(async (name) => (await caches.open(name)).keys()))
  return requests.flat().some(({ url }) => ENGINE.test(pathOf(url)))
}

/** Deletes older builds except the last one: an open page of it may still load parts. */
async function deleteOldBuilds(): Promise<void> {
  const names = await caches.keys()
  const older = names.filter((name) => name.startsWith(OURS) && name !== CACHE)
  await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)))
}

/** The page from the network, or the cached one on a timeout or a server error. */
async function screenResponse(request: Request, path: string): Promise<Response> {
  const response = fetch(request)
  const isHome = path === '' || !(SCREEN_PAGE in BUILD.files)
  const page = isHome ? home : new URL(SCREEN_PAGE, home)
  const cached = await caches.match(page, { cacheName: CACHE, ignoreVary: true })
  if (!cached) return response
  const first = await Promise.race([response, timeout()]).catch(() => undefined)
  return first && first.status < 500 ? first : cached
}

function timeout(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, TIMEOUT_MILLIS))
}

async function fileResponse(request: Request): Promise<Response> {
  const cached =
    (await caches.match(request, { cacheName: CACHE, ignoreVary: true })) ??
    (await caches.match(request, { ignoreVary: true }))
  if (cached) return cached
  const response = await fetch(request)
  if (response.ok && pathOf(request.url) in BUILD.engine) {
    const cache = await caches.open(CACHE)
    // Without space the page works all the same, but not offline.
    await cache.put(request, response.clone()).catch(() => undefined)
  }
  return response
}

/** The path of a URL below the page's base URL. */
function pathOf(url: string): string {
  return new URL(url).pathname.slice(home.pathname.length)
}
