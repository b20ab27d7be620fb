// The engine of the built page, in its worker, without a screen: the tests import its chunk.

import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'

import type { Page } from '@playwright/test'

import { PROGRAM } from '../server.js'
import { expect, needsOwnServer, test } from './raum.js'

needsOwnServer()

const ASSETS = resolve('../web/dist/assets')

/** The names of the engine's files in the built page. */
const files = () => readdirSync(ASSETS).filter((name) => /^(raum_)?engine.*\.(js|wasm)$/.test(name))

interface Report {
  depth: number
  nodes: number
  lines: { moves: string[] }[]
}
interface Engine {
  search: (
    position: { kind: string },
    limits: { depth?: number },
    options?: { signal?: AbortSignal; report?: (report: Report) => void },
  ) => Promise<Report>
  signature: () => Promise<number>
}

/** Opens a board and imports the engine in its page, as `window.engine`. */
async function open(page: Page): Promise<void> {
  await page.goto('/chess')
  await page.getByRole('gridcell').first().waitFor()
  const chunk = files().find((name) => /^engine-(?!worker).*\.js$/.test(name))
  await page.evaluate(async (path) => {
    const { Engine } = (await import(path)) as { Engine: new () => Engine }
    Object.assign(window, { engine: new Engine() })
  }, `/assets/${chunk}`)
}

/** The files of the engine that the page has loaded. */
const loaded = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name.slice(name.lastIndexOf('/') + 1))
      .filter((name) => /^(raum_)?engine/.test(name)),
  )

test('nothing loads the engine before the first search, and the service worker does not cache it', async ({
  page,
}) => {
  await page.goto('/chess')
  await page.getByRole('gridcell').first().waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active !== null))
  expect(await loaded(page)).toEqual([])
  const cached = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => url)
  })
  expect(cached.length).toBeGreaterThan(5)
  expect(cached.filter((url) => url.includes('engine'))).toEqual([])
})

for (const kind of ['chess', 'space', 'tictactoe']) {
  test(`searches ${kind} in a worker`, async ({ page }) => {
    await open(page)
    const { reports, result } = await page.evaluate(async (kind) => {
      const { engine } = window as unknown as { engine: Engine }
      const reports: Report[] = []
      const report = (report: Report) => void reports.push(report)
      const result = await engine.search({ kind }, { depth: 3 }, { report })
      return { reports, result }
    }, kind)
    expect(reports.map(({ depth }) => depth)).toEqual([1, 2, 3])
    expect(result.lines[0]?.moves.length).toBeGreaterThan(0)
  })
}

test('an endless search can be cancelled, and the next one works', async ({ page }) => {
  await open(page)
  const { error, result } = await page.evaluate(async () => {
    const { engine } = window as unknown as { engine: Engine }
    const abort = new AbortController()
    const endless = engine.search(
      { kind: 'space' },
      {},
      {
        signal: abort.signal,
        report: ({ depth }) => {
          if (depth === 4) abort.abort(new Error('enough'))
        },
      },
    )
    const error = await endless.then(
      () => 'it ended',
      (error: unknown) => (error as Error).message,
    )
    return { error, result: await engine.search({ kind: 'space' }, { depth: 2 }) }
  })
  expect([error, result.depth]).toEqual(['enough', 2])
})

test('the signature of the search equals that of the program', async ({ page }) => {
  await open(page)
  const signature = await page.evaluate(() =>
    (window as unknown as { engine: Engine }).engine.signature(),
  )
  const output = execFileSync(PROGRAM, ['engine', 'bench'], { encoding: 'utf8' })
  expect(/^signature +(\d+) nodes$/m.exec(output)?.[1]).toBe(String(signature))
})
