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
  browser = await launch({ browser: 'firefox', executablePath })
})

after(async () => {
  await browser?.close()
  await server?.end()
})

/** Somebody at a window of their own, which shares nothing with the others. */
async function visitor() {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  await page.setViewport({ width: 1280, height: 800 })
  const errors = []
  page.on('pageerror', (error) => errors.push(error))
  const there = (selector) => page.locator(selector).wait()
  const press = async (selector) => {
    // Behind another window nothing moves, and nothing that is still to move can be clicked.
    await page.bringToFront()
    await page.locator(selector).click()
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
  await ann.press('article[aria-label="Chess"] ::-p-text(Play here)')
  await ann.play('f2f3', 'e7e5')
  await ann.press('::-p-text(3D)')
  // Where Firefox has nothing to draw with, the page says so and stays flat.
  await ann.there('canvas, ::-p-text(The board cannot be shown in space.)')
  await ann.press('::-p-text(2D)')
  await ann.play('g2g4', 'd8h4')
  await ann.there('dialog ::-p-text(Checkmate — Black wins)')
  await ann.leave()
})

test('two people meet by a link, and a reload keeps the seat', limit, async () => {
  const ann = await visitor()
  await ann.open('/')
  await ann.press('article[aria-label="Chess"] ::-p-text(Play online)')
  await ann.press('dialog ::-p-text(White)')
  await ann.press('dialog [type=submit]')
  const field = await ann.page.locator('input[readonly]').waitHandle()
  const link = await field.evaluate(({ value }) => value)

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
