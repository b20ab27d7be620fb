// The service worker across changing builds, each as small as possible.

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { serveFolder } from '../folder.js'
import type { FolderHost } from '../folder.js'
import { expect, needsOwnServer, test } from './raum.js'

let folder = ''
needsOwnServer()

let host: FolderHost

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'raum-'))
  build('first')
  host = await serveFolder(folder, '/games/raum/')
})

test.afterEach(async () => {
  await host.end()
  rmSync(folder, { recursive: true })
})

function write(path: string, content: string): void {
  writeFileSync(join(folder, path), content)
}

/** Replaces the build in the folder. Each build has a lazily loaded file of its own. */
function build(name: string): void {
  rmSync(folder, { recursive: true })
  mkdirSync(join(folder, 'assets'), { recursive: true })
  write('index.html', `<title>${name}</title><script src="./assets/register.js"></script>`)
  write('assets/register.js', `navigator.serviceWorker.register('./worker.js')`)
  write(`assets/${name}.txt`, `late in the ${name}`)
  write(`assets/engine-${name}.js`, `the engine of the ${name}`)
  execFileSync('node', ['../web/scripts/offline.mjs', folder])
}

/** Waits until the service worker of a build is active. */
async function settled(page: Page, name: string): Promise<void> {
  const isActive = async (path: string) => {
    const worker = await navigator.serviceWorker.ready
    // Check the cache first: before its worker is found, a build has no pending worker either.
    if (!(await caches.match(path))) return false
    return !worker.installing && !worker.waiting && worker.active?.state === 'activated'
  }
  await expect.poll(() => page.evaluate(isActive, `assets/${name}.txt`)).toBe(true)
}

/** The builds in the cache. */
function cached(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = ['first', 'second', 'third']
    const found = await Promise.all(names.map((name) => caches.match(`assets/${name}.txt`)))
    return names.filter((_, place) => found[place])
  })
}

const late = (page: Page, name: string) =>
  page.evaluate((path) => fetch(path).then((answer) => answer.text()), `assets/${name}.txt`)

test('a page under a base path works offline', async ({ page, context }) => {
  await page.goto(host.address)
  await settled(page, 'first')
  await context.setOffline(true)
  await page.goto(`${host.address}chess`)
  await expect(page).toHaveTitle('first')
})

test('the next visit loads a new build, and open pages keep working', async ({ page, context }) => {
  await page.goto(host.address)
  await settled(page, 'first')
  build('second')
  const next = await context.newPage()
  await next.goto(host.address)
  await expect(next).toHaveTitle('second')
  await settled(next, 'second')
  expect(await late(page, 'first')).toBe('late in the first')

  await context.setOffline(true)
  await next.reload()
  await expect(next).toHaveTitle('second')
  expect(await late(next, 'second')).toBe('late in the second')
  await context.setOffline(false)

  build('third')
  await next.reload()
  await expect(next).toHaveTitle('third')
  await settled(next, 'third')
  expect(await cached(next)).toEqual(['second', 'third'])
})

test('the engine is cached when it is used, and then with each new build', async ({ page }) => {
  const engines = () =>
    page.evaluate(async () => {
      const names = ['first', 'second', 'third']
      const found = await Promise.all(names.map((name) => caches.match(`assets/engine-${name}.js`)))
      return names.filter((_, place) => found[place])
    })
  await page.goto(host.address)
  await settled(page, 'first')
  await page.reload()
  build('second')
  await page.reload()
  await settled(page, 'second')
  expect(await engines()).toEqual([])
  await page.evaluate(() => fetch('assets/engine-second.js').then((answer) => answer.text()))
  await expect.poll(engines).toEqual(['second'])
  build('third')
  await page.reload()
  await settled(page, 'third')
  expect(await engines()).toContain('third')
})

test('an incomplete build is discarded, and the previous one stays', async ({ page, context }) => {
  await page.goto(host.address)
  await settled(page, 'first')
  build('second')
  // A file of yet another build: a deployment in the middle of the download.
  write('index.html', '<title>third</title>')
  const end = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
    const next = registration.installing
    if (!next) return 'nothing new'
    await new Promise<void>((resolve) => {
      next.addEventListener('statechange', () => {
        if (next.state !== 'installing') resolve()
      })
    })
    return next.state
  })
  expect(end).toBe('redundant')
  await context.setOffline(true)
  await page.reload()
  await expect(page).toHaveTitle('first')
  expect(await late(page, 'first')).toBe('late in the first')
})

test('the page loads from the cache when the host answers 502', async ({ page, context }) => {
  await page.goto(host.address)
  await settled(page, 'first')
  await context.route('**/*', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
  await page.reload()
  await expect(page).toHaveTitle('first')
})

test('the page loads from the cache when the network does not answer', async ({
  page,
  context,
}) => {
  await page.goto(host.address)
  await settled(page, 'first')
  await context.route('**/*', () => undefined)
  await page.reload()
  await expect(page).toHaveTitle('first')
})
