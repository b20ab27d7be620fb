// Measures the first visit on a slow network with a slow processor, as Lighthouse simulates a phone: 1.6 Mbit/s less a
// tenth, 562 ms from a request to its response, a processor four times slower. Appends all loads to the file
// FIRST_LOAD_JSON, if it is set, with a line for each page.

import { appendFileSync } from 'node:fs'

import { test } from '@playwright/test'
import type { Browser } from '@playwright/test'

import { serve } from '../server.js'

const RUNS = 5
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6e6 * 0.9) / 8,
  uploadThroughput: (750e3 * 0.9) / 8,
}
const CPU_RATE = 4

/** Pages, when they count as loaded, and the longest time for that in seconds. */
const PAGES = [
  { name: 'home', path: '/', wanted: 2.5 },
  { name: 'chess', path: '/chess', board: true, wanted: 2.5 },
  {
    name: 'space chess, flat',
    path: '/space',
    board: true,
    look: 'flat',
    wanted: 2.5,
  },
] as const

const WINDOWS = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
  },
}

interface Load {
  firstPaint: number
  largestPaint: number
  /** When the board was on screen; 0 for a page without one. */
  board: number
  shift: number
  kilobytes: number
  requests: number
}

for (const [window, options] of Object.entries(WINDOWS)) {
  for (const page of PAGES) {
    test(`the first load of ${page.name} on a ${window}`, async ({ browser }) => {
      test.setTimeout(300_000)
      const server = await serve()
      const loads: Load[] = []
      for (let run = 0; run < RUNS; run++) {
        loads.push(await load(browser, `http://${server.address}`, page, options))
      }
      const median = (of: (load: Load) => number) =>
        loads.map(of).sort((one, other) => one - other)[Math.floor(RUNS / 2)] ?? 0
      const seconds = (of: (load: Load) => number) => `${(median(of) / 1000).toFixed(2)} s`
      const reached = median(({ board, largestPaint }) => board || largestPaint) / 1000
      console.log(
        `${page.name}, ${window}: FCP ${seconds((each) => each.firstPaint)}, LCP ${seconds((each) => each.largestPaint)},`,
        `board ${seconds((each) => each.board)}, CLS ${median((each) => each.shift).toFixed(3)},`,
        `${median((each) => each.kilobytes).toFixed(0)} kB in ${median((each) => each.requests)} requests;`,
        `${reached.toFixed(2)} s, target ${page.wanted} s: ${reached <= page.wanted ? 'ok' : 'MISSED'}`,
      )
      const file = process.env['FIRST_LOAD_JSON']
      if (file !== undefined) {
        const line = {
          page: page.name,
          window,
          wantedSeconds: page.wanted,
          loads,
        }
        appendFileSync(file, `${JSON.stringify(line)}\n`)
      }
      await server.end()
    })
  }
}

async function load(
  browser: Browser,
  base: string,
  { path, ...rest }: (typeof PAGES)[number],
  options: object,
): Promise<Load> {
  const context = await browser.newContext({
    ...options,
    serviceWorkers: 'block',
  })
  if ('look' in rest) {
    await context.addInitScript((look) => {
      localStorage.setItem('raum.settings', JSON.stringify({ looks: { space: look } }))
    }, rest.look)
  }
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  let [bytes, requests] = [0, 0]
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    requests += 1
  })
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
  await page.addInitScript(observe)
  await page.goto(base + path, { waitUntil: 'load' })
  const hasBoard = 'board' in rest
  if (hasBoard) await page.waitForFunction(() => seen.board > 0)
  // What else the page loads first, so that the last paint is the largest one.
  await page.waitForTimeout(3000)
  const painted = await page.evaluate(() => seen)
  await context.close()
  return { ...painted, kilobytes: bytes / 1000, requests }
}

declare const seen: Pick<Load, 'firstPaint' | 'largestPaint' | 'board' | 'shift'>

/** In the page: notes paints, shifts, and the first frame with a board. */
function observe(): void {
  const seen = { firstPaint: 0, largestPaint: 0, board: 0, shift: 0 }
  Object.assign(globalThis, { seen })
  const each = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    })
  each('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaint = startTime
  })
  each('largest-contentful-paint', ({ startTime }) => {
    seen.largestPaint = startTime
  })
  each('layout-shift', (entry) => {
    seen.shift += (entry as unknown as { value: number }).value
  })
  const look = () => {
    if (document.querySelector('[role="gridcell"]')) seen.board = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
