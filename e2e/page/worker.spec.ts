// The service worker with builds that are as small as can be, and change.

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { serveFolder } from '../folder.js'
import { expect, ownServer, test } from './raum.js'

let folder = ''
ownServer()

let host: Awaited<ReturnType<typeof serveFolder>>

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

/** Puts another build into the folder, with a file that only it has, and which its page loads late. */
function build(name: string): void {
  rmSync(folder, { recursive: true })
  mkdirSync(join(folder, 'assets'), { recursive: true })
  write('index.html', `<title>${name}</title><script src="./assets/register.js"></script>`)
  write('assets/register.js', `navigator.serviceWorker.register('./worker.js')`)
  write(`assets/${name}.txt`, `late in the ${name}`)
  execFileSync('node', ['../web/scripts/offline.mjs', folder])
}

/** Waits until the worker of a build is at work. */
async function settled(page: Page, name: string): Promise<void> {
  const isAtWork = async (path: string) => {
    const worker = await navigator.serviceWorker.ready
    // First this: a worker that is not here yet is at rest, too.
    if (!(await caches.match(path))) return false
    return !worker.installing && !worker.waiting && worker.active?.state === 'activated'
  }
  await expect.poll(() => page.evaluate(isAtWork, `assets/${name}.txt`)).toBe(true)
}

/** The builds of which something is kept. */
function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = ['first', 'second', 'third']
    const found = await Promise.all(names.map((name) => caches.match(`assets/${name}.txt`)))
    return names.filter((_, place) => found[place])
  })
}

const late = (page: Page, name: string) =>
  page.evaluate((path) => fetch(path).then((answer) => answer.text()), `assets/${name}.txt`)

test('a page that is not at the root of its host is kept, too', async ({ page, context }) => {
  await page.goto(host.address)
  await settled(page, 'first')
  await context.setOffline(true)
  await page.goto(`${host.address}chess`)
  await expect(page).toHaveTitle('first')
})

test('a new build is there on the next visit, and breaks no page that is open', async ({
  page,
  context,
}) => {
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
  expect(await kept(next)).toEqual(['second', 'third'])
})

test('half a build is not kept: the one before stays', async ({ page, context }) => {
  await page.goto(host.address)
  await settled(page, 'first')
  build('second')
  // As if the next build came while this one is loaded.
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

test('a host that is in trouble shows the page nevertheless', async ({ page, context }) => {
  await page.goto(host.address)
  await settled(page, 'first')
  await context.route('**/*', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
  await page.reload()
  await expect(page).toHaveTitle('first')
})

test('a network that does not answer keeps nobody waiting', async ({ page, context }) => {
  await page.goto(host.address)
  await settled(page, 'first')
  await context.route('**/*', () => undefined)
  await page.reload()
  await expect(page).toHaveTitle('first')
})
