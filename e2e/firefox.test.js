// The page in a second browser, Firefox: that it works there at all. What exactly it does is tested in Chromium.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, test } from 'node:test'

import { launch } from 'puppeteer-core'

import { serve } from './server.js'

// Firefox as the system has it: another one would be another download.
const executablePath = process.env.FIREFOX ?? '/usr/bin/firefox-esr'
const limit = { timeout: 120_000 }
let server
let browser

before(async () => {
  assert(
    existsSync(executablePath),
    `Firefox is not at ${executablePath}: install firefox-esr, or say FIREFOX=PATH`,
  )
  server = await serve()
  browser = await launch({
    browser: 'firefox',
    executablePath,
    // The window has the size instead of a viewport that is emulated: Firefox 140 cannot emulate one.
    args: ['--width=1280', '--height=900'],
    defaultViewport: null,
  })
})

after(async () => {
  await browser?.close()
  await server?.end()
})

/** Asks until there is an answer. */
async function until(what, ask) {
  const end = Date.now() + limit.timeout / 4
  while (Date.now() < end) {
    const answer = await ask()
    if (answer) return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`there is no ${what}`)
}

/** Runs in the page: the middle of the first element that matches, contains the text and is covered by nothing. */
function middleOf(selector, text) {
  const element = [...document.querySelectorAll(selector)].find(({ textContent }) =>
    textContent.includes(text),
  )
  if (!element) return null
  element.scrollIntoView({ block: 'nearest' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const seen = document.elementFromPoint(x, y)
  return seen && (element.contains(seen) || seen.contains(element)) ? { x, y } : null
}

/**
 * Somebody at a window of their own, which shares nothing with the others. Puppeteer's own locators compile code in
 * the page, which its content security policy forbids in Firefox 140.
 */
async function visitor() {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  const errors = []
  page.on('pageerror', (error) => errors.push(error))
  const there = (selector, text = '') =>
    until(`${selector} with “${text}”`, () => page.evaluate(middleOf, selector, text))
  const press = async (selector, text) => {
    // Behind another window nothing moves, and nothing that is still to move can be clicked.
    await page.bringToFront()
    let before
    const { x, y } = await until(`${selector} at rest`, async () => {
      const here = await there(selector, text)
      const rests = before && before.x === here.x && before.y === here.y
      before = here
      return rests && here
    })
    await page.mouse.click(x, y)
  }
  const cell = (name) => `[role=gridcell][aria-label^="${name},"]`
  return {
    page,
    there,
    press,
    async open(path) {
      await page.goto(new URL(path, `http://${server.address}`).href)
    },
    /** Waits until a piece is on a cell. */
    async sees(name, piece) {
      await there(`[role=gridcell][aria-label^="${name}, ${piece}"]`)
    },
    async play(...moves) {
      for (const move of moves) {
        await press(cell(move.slice(0, 2)))
        await press(cell(move.slice(2)))
      }
    },
    /** Goes, if nothing was wrong here. */
    async leave() {
      assert.deepEqual(errors, [])
      await context.close()
    },
  }
}

test('from home to mate, at one device, flat and in space', limit, async () => {
  const ann = await visitor()
  await ann.open('/')
  await ann.press('article[aria-label="Chess"] a', 'Play here')
  await ann.play('f2f3', 'e7e5')
  await ann.press('label', '3D')
  // Where Firefox has nothing to draw with, the page says so and stays flat.
  await ann.there('.boards-scene canvas, .boards-failure')
  await ann.press('label', '2D')
  await ann.play('g2g4', 'd8h4')
  await ann.there('dialog', 'Checkmate — Black wins')
  await ann.leave()
})

test('parts that did not arrive are loaded again', limit, async () => {
  const ann = await visitor()
  // The service worker would have everything at hand.
  await ann.page.evaluateOnNewDocument(() => {
    delete Navigator.prototype.serviceWorker
  })
  let blocked = /^$/
  await ann.page.setRequestInterception(true)
  ann.page.on('request', (request) => {
    const answer = blocked.test(request.url()) ? request.abort() : request.continue()
    // A request may end by itself meanwhile, as those of a page that is left do.
    answer.catch(() => undefined)
  })
  await ann.open('/chess')
  await ann.play('e2e4')
  blocked = /\/assets\/(CreateRoom|Dialog)-/
  await ann.press('button', 'Invite')
  await ann.there('[role=alert] button', 'Try again')
  blocked = /\/assets\/(CreateRoom)-/
  await ann.press('[role=alert] button', 'Try again')
  await ann.there('[role=alert] button', 'Try again')
  await ann.sees('e4', 'white pawn')
  blocked = /^$/
  await ann.press('[role=alert] button', 'Try again')
  await ann.there('dialog', 'Create New Game')
  await ann.leave()
})

test('two people meet by a link, and a reload keeps the seat', limit, async () => {
  const ann = await visitor()
  await ann.open('/')
  await ann.press('article[aria-label="Chess"] button', 'Play online')
  await ann.press('dialog label', 'White')
  await ann.press('dialog [type=submit]')
  await ann.there('input[readonly]')
  const link = await ann.page.evaluate(() => document.querySelector('input[readonly]').value)

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
