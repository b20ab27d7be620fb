// A smoke test of the page in Firefox. The details are tested in Chromium.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'

import { test } from '@playwright/test'
import { launch } from 'puppeteer-core'
import type { Browser } from 'puppeteer-core'

import { serve } from '../server.js'
import type { Server } from '../server.js'

// The system's Firefox, to save a download. Playwright only drives a build of its own, so Puppeteer drives it.
const executablePath = process.env['FIREFOX'] ?? '/usr/bin/firefox-esr'
const PATIENCE_MILLIS = 30_000
let server: Server
let browser: Browser

test.beforeAll(async () => {
  assert(
    existsSync(executablePath),
    `Firefox is not at ${executablePath}: install firefox-esr, or set FIREFOX=PATH`,
  )
  server = await serve()
  browser = await launch({
    browser: 'firefox',
    executablePath,
    // Sets the window's size: Firefox 140 cannot emulate a viewport.
    args: ['--width=1280', '--height=900'],
    defaultViewport: null,
  })
})

test.afterAll(async () => {
  await browser?.close()
  await server?.end()
})

interface Point {
  x: number
  y: number
}

/** Polls until there is a result. */
async function until<Result>(
  what: string,
  poll: () => Promise<Result | null | undefined | false>,
): Promise<Result> {
  const end = Date.now() + PATIENCE_MILLIS
  while (Date.now() < end) {
    const result = await poll()
    if (result) return result
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`found no ${what}`)
}

/** Runs in the page: the centre of the first element that matches, contains the text and is not covered. */
function centreOf(selector: string, text: string): Point | null {
  const element = [...document.querySelectorAll(selector)].find(({ textContent }) =>
    textContent.includes(text),
  )
  if (!element) return null
  element.scrollIntoView({ block: 'nearest' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const topmost = document.elementFromPoint(x, y)
  return topmost && (element.contains(topmost) || topmost.contains(element)) ? { x, y } : null
}

/**
 * A visitor with a browser context of their own. Puppeteer's locators compile code in the page, which its content
 * security policy forbids in Firefox 140.
 */
async function visitor() {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  const errors: unknown[] = []
  page.on('pageerror', (error) => errors.push(error))
  const find = (selector: string, text = '') =>
    until(`${selector} with “${text}”`, () => page.evaluate(centreOf, selector, text))
  const press = async (selector: string, text?: string) => {
    // A window in the background does not animate, and an element that still has to move cannot be clicked.
    await page.bringToFront()
    let before: Point | undefined
    const { x, y } = await until(`${selector} at rest`, async () => {
      const here = await find(selector, text)
      const rests = before?.x === here.x && before.y === here.y
      before = here
      return rests && here
    })
    await page.mouse.click(x, y)
  }
  const cell = (name: string) => `[role=gridcell][aria-label^="${name},"]`
  return {
    page,
    find,
    press,
    async open(path: string) {
      await page.goto(new URL(path, `http://${server.address}`).href)
    },
    /** Waits until a piece is on a cell. */
    async sees(name: string, piece: string) {
      await find(`[role=gridcell][aria-label^="${name}, ${piece}"]`)
    },
    async play(...moves: string[]) {
      for (const move of moves) {
        await press(cell(move.slice(0, 2)))
        await press(cell(move.slice(2)))
      }
    },
    /** Closes the page, which must not have thrown. */
    async leave() {
      assert.deepEqual(errors, [])
      await context.close()
    },
  }
}

test('a game on one device, from home to mate, in 2D and 3D', async () => {
  const ann = await visitor()
  await ann.open('/')
  await ann.press('article[aria-label="Chess"] a', 'Two players, this device')
  await ann.play('f2f3', 'e7e5')
  await ann.press('label', '3D')
  // Without WebGL the page says so and stays in 2D.
  await ann.find('.boards-scene canvas, .boards-failure')
  await ann.press('label', '2D')
  await ann.play('g2g4', 'd8h4')
  await ann.find('[role=dialog] h2', 'Checkmate — Black wins')
  await ann.leave()
})

test('“Try again” loads parts of the page that failed to load', async () => {
  const ann = await visitor()
  // The service worker would serve them from its cache.
  await ann.page.evaluateOnNewDocument(() => {
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
  })
  let blocked = /^$/
  await ann.page.setRequestInterception(true)
  ann.page.on('request', (request) => {
    const handled = blocked.test(request.url()) ? request.abort() : request.continue()
    // Fails for a request that has ended meanwhile, for example because its page was left.
    handled.catch(() => undefined)
  })
  await ann.open('/chess')
  await ann.play('e2e4')
  blocked = /\/assets\/(CreateRoom|Dialog)-/
  await ann.press('button[aria-label="More actions"]')
  await ann.press('button', 'Invite')
  await ann.find('[role=alert] button', 'Try again')
  blocked = /\/assets\/(CreateRoom)-/
  await ann.press('[role=alert] button', 'Try again')
  await ann.find('[role=alert] button', 'Try again')
  await ann.sees('e4', 'white pawn')
  blocked = /^$/
  await ann.press('[role=alert] button', 'Try again')
  await ann.find('dialog', 'Create New Game')
  await ann.leave()
})

test('two players meet through a link, and a reload keeps the seat', async () => {
  const ann = await visitor()
  await ann.open('/')
  await ann.press('article[aria-label="Chess"] a', 'Play a friend')
  await ann.press('dialog label', 'White')
  await ann.press('dialog [type=submit]')
  await ann.find('input[readonly]')
  const link = await ann.page.evaluate(
    () => document.querySelector<HTMLInputElement>('input[readonly]')?.value ?? '',
  )

  const ben = await visitor()
  await ben.open(link)
  await ann.play('e2e4')
  await ben.sees('e4', 'white pawn')
  await ben.play('e7e5')
  await ann.sees('e5', 'black pawn')

  await ann.page.reload()
  await ann.sees('e5', 'black pawn')
  await ann.play('g1f3')
  await ben.sees('f3', 'white knight')
  await ann.leave()
  await ben.leave()
})
