// The embed: who may frame it, what it sends, and how it shows a game.

import type { Page } from '@playwright/test'

import { freePort } from '../nats.js'
import { serve } from '../server.js'
import { pageOf, serveSite } from '../site.js'
import { checkAxe } from './axe.js'
import { Embed, frameOf, sentBy } from './embed.js'
import { expect, needsOwnServer, test } from './raum.js'
import { openRoom, sit } from './room.js'
import { FOOLS_MATE } from './table.js'

const HIDDEN = 'This game can’t be shown here.'

/** All that an embed sends. */
const SENT = [
  { type: 'hello', version: 1, after: 0 },
  { type: 'command', number: 1, command: { type: 'watch' } },
]

/** Opens the page of another site with this body. */
async function visit(page: Page, body: string): Promise<() => Promise<void>> {
  const site = await serveSite(body)
  await page.goto(site.address)
  return site.end
}

test('a board on another site follows a game, and is sent no token', async ({
  people,
  address,
}) => {
  const [ann, ben] = await people('Ann', 'Ben')
  const room = await openRoom(address, 'chess')
  await sit(room, ann, ben)
  // In the browser of a player, whose token is stored for the origin of the embed.
  const page = await ann.page.context().newPage()
  const sent = sentBy(page)
  const end = await visit(page, frameOf(address, room))
  const embed = Embed.framed(page)
  await expect(embed.status()).toHaveText('Start of the game — White to move')
  await ann.play('e2e4')
  await expect(embed.status()).toHaveText('1. e4 — Black to move')
  await expect(embed.cell('e4')).toHaveAccessibleName(/white pawn/)
  await ben.play('e7e5')
  await expect(embed.cell('e5')).toHaveAccessibleName(/black pawn/)
  // Its board is read-only, even in the browser of the player to move.
  await embed.cell('d2').click()
  await embed.cell('d4').click()
  await ann.play('g1f3')
  await expect(embed.status()).toHaveText('2. Nf3 — Black to move')
  await expect(embed.cell('d4')).toHaveAccessibleName(/empty/)
  expect(sent.map((frame) => JSON.parse(frame) as unknown)).toEqual(SENT)
  await end()
})

test('an embed at the origin of the token reads no storage and no cookie', async ({
  people,
  address,
}) => {
  const [ann, ben] = await people('Ann', 'Ben')
  const room = await openRoom(address, 'chess')
  await sit(room, ann, ben)
  const stored = () => ann.page.evaluate(() => JSON.stringify(Object.entries(localStorage).sort()))
  const before = await stored()
  const { token } = JSON.parse(
    (await ann.page.evaluate((name) => localStorage.getItem(name), `raum.room.${room}`)) ?? '{}',
  ) as { token?: string }
  expect(token).toMatch(/^\w+/)

  const context = ann.page.context()
  const page = await context.newPage()
  const uses: string[] = []
  await page.exposeFunction('used', (what: string) => uses.push(what))
  await page.addInitScript(() => {
    if (!location.pathname.startsWith('/embed/')) return
    const used = (what: string) =>
      (window as unknown as { used: (what: string) => void }).used(what)
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore']) {
      const own = Object.getOwnPropertyDescriptor(window, name)
      Object.defineProperty(window, name, {
        get() {
          used(name)
          return own?.get?.call(window) as unknown
        },
      })
    }
    Object.defineProperty(document, 'cookie', {
      get() {
        used('cookie')
        return ''
      },
      set() {
        used('cookie')
      },
    })
  })
  const sent = sentBy(page)
  // A page of the same origin: nothing but the embed itself keeps the token from it.
  const body = frameOf(address, room, `?token=T#/r/${room}`)
  await page.route(`${address}/site`, (route) =>
    route.fulfill({ contentType: 'text/html', body: pageOf(body) }),
  )
  await page.goto(`${address}/site`)
  const embed = Embed.framed(page)
  await expect(embed.status()).toHaveText('Start of the game — White to move')
  // The fragment, which is a route of the page, leads nowhere.
  await expect(embed.controls()).toHaveCount(6)
  await ann.play('e2e4')
  await expect(embed.status()).toHaveText('1. e4 — Black to move')
  expect(sent.map((frame) => JSON.parse(frame) as unknown)).toEqual(SENT)
  expect(sent.join()).not.toContain(token)
  expect(uses).toEqual([])
  await page.frames()[1]?.evaluate(() => localStorage.length)
  expect(uses).toEqual(['localStorage'])
  expect(await stored()).toBe(before)
  expect(await context.cookies()).toEqual([])
})

test('no other page can be framed', async ({ page, address }) => {
  const room = await openRoom(address, 'chess')
  const paths = ['', 'chess', `r/${room}`, 'embed.html', `embed/${room}/`, `embed/${room}`]
  const frames = paths.map((path) => `<iframe title="${path}" src="${address}/${path}"></iframe>`)
  const end = await visit(page, frames.join(''))
  const shown = await Promise.all(
    paths.map(async (path) => {
      const element = await page.locator(`iframe[title="${path}"]`).elementHandle()
      const frame = await element?.contentFrame()
      return frame?.url()
    }),
  )
  const error = 'chrome-error://chromewebdata/'
  // A slash at the end is redirected to the embed.
  const embed = `${address}/embed/${room}`
  expect(shown).toEqual([error, error, error, error, embed, embed])
  await end()
})

test('a finished game plays by itself, and a closed room still shows it', async ({
  people,
  page,
  address,
}) => {
  const [ann, ben] = await people('Ann', 'Ben')
  const room = await openRoom(address, 'chess')
  await sit(room, ann, ben)
  for (const [index, move] of FOOLS_MATE.entries()) await [ann, ben][index % 2]?.play(move)
  const title = 'Checkmate — Black wins'
  for (const each of [ann, ben]) {
    await each.dialog(title).getByRole('button', { name: 'Review board' }).click()
  }
  const embed = new Embed(page)
  // Visitors who prefer less motion see the end first.
  await page.goto(`/embed/${room}`)
  await expect(embed.status()).toHaveText(title)
  await embed.press('First position')
  await expect(embed.status()).toHaveText('Start of the game')
  await embed.press('Next move')
  await expect(embed.status()).toHaveText('1. f3')
  await embed.press('Last position')
  await embed.press('Previous move')
  await expect(embed.status()).toHaveText('2. g4')
  // The same by keyboard: from the button before to the next one.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Next move' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(embed.status()).toHaveText(title)

  for (const each of [ann, ben]) await each.act('Leave')
  await expect
    .poll(async () => {
      const response = await fetch(`${address}/api/rooms/${room}`)
      return ((await response.json()) as { phase: string }).phase
    })
    .toBe('closed')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.addInitScript(() => {
    const texts: string[] = []
    Object.assign(window, { texts })
    new MutationObserver(() => {
      const text = document.querySelector('.embed-status')?.textContent ?? ''
      if (text !== '' && text !== texts.at(-1)) texts.push(text)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  await page.reload()
  await expect(embed.status()).toHaveText(title)
  const texts = await page.evaluate(() => (window as unknown as { texts: string[] }).texts)
  expect(texts).toEqual(['Start of the game', '1. f3', '1… e5', '2. g4', title])
})

test('rooms that strangers may not watch look like rooms that do not exist', async ({
  people,
  page,
  address,
}) => {
  const [ann, ben] = await people('Ann', 'Ben')
  const response = await fetch(`${address}/api/rooms`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'chess', passKey: 's3cr3t' }),
  })
  const { room: locked } = (await response.json()) as { room: string }
  const waiting = await openRoom(address, 'chess', { spectators: false })
  const playing = await openRoom(address, 'chess', { spectators: false })
  await sit(playing, ann, ben)
  const seen = []
  for (const room of [locked, waiting, playing, 'ABCDEFGHJKMN', '%ff']) {
    await page.goto(`/embed/${room}`)
    await expect(new Embed(page).status()).toHaveText(HIDDEN)
    seen.push(await page.evaluate(() => document.title + document.body.innerHTML))
  }
  expect(new Set(seen).size).toBe(1)
})

test('the frame of oEmbed shows the game, and its link opens the room in a new tab', async ({
  page,
}) => {
  needsOwnServer()
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const server = await serve({ args: ['--public-url', address], listen: `127.0.0.1:${port}` })
  const room = await openRoom(address, 'space')
  const html = await (await fetch(`${address}/r/${room}`)).text()
  await page.setContent(html.replace(/<script.*?<\/script>/g, ''))
  const found = await page.locator('link[type="application/json+oembed"]').getAttribute('href')
  const response = await fetch(`${found ?? ''}&maxwidth=390`)
  const oembed = (await response.json()) as { html: string; width: number; title: string }
  expect(oembed.width).toBe(390)
  await page.setViewportSize({ width: 390, height: 844 })
  const end = await visit(page, oembed.html)
  const embed = Embed.framed(page)
  await expect(embed.status()).toHaveText('The game hasn’t started yet.')
  await expect(embed.cells()).toHaveCount(125)
  expect(await page.locator('iframe').getAttribute('title')).toBe(oembed.title)
  const [opened] = await Promise.all([page.waitForEvent('popup'), embed.link().click()])
  await opened.getByRole('heading', { name: 'Waiting for your opponent' }).waitFor()
  expect(opened.url()).toBe(`${address}/r/${room}`)
  await end()
  await server.end()
})

test('the embed fits small frames, in every kind', async ({ page, address }) => {
  for (const kind of ['chess', 'tictactoe', 'space'] as const) {
    const room = await openRoom(address, kind)
    for (const [width, height] of [
      [280, 320],
      [390, 460],
      [480, 560],
      [900, 400],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(`/embed/${room}`)
      const embed = new Embed(page)
      await embed.cells().first().waitFor()
      const name = `${kind} ${width} × ${height}`
      const overflow = await page.evaluate(() => {
        const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement
        return [scrollWidth - clientWidth, scrollHeight - clientHeight]
      })
      expect.soft(overflow, name).toEqual([0, 0])
      for (const control of await embed.controls().all()) {
        await expect.soft(control, name).toBeInViewport({ ratio: 1 })
      }
      const boxes = await embed
        .cells()
        .evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().toJSON() as DOMRect))
      expect.soft(Math.min(...boxes.map((box) => box.width)), name).toBeGreaterThanOrEqual(18)
      // No level is cut at the side. The levels of a small space board scroll, all others are in sight.
      for (const box of boxes) expect.soft(box.right, name).toBeLessThanOrEqual(width)
      if (kind !== 'space') {
        for (const box of boxes) expect.soft(box.bottom, name).toBeLessThan(height)
      }
    }
  }
})

test('the embed is accessible, in its themes', async ({ page, address }) => {
  const room = await openRoom(address, 'chess')
  await page.goto(`/embed/${room}`)
  const embed = new Embed(page)
  await embed.cells().first().waitFor()
  await checkAxe(page, 'embed')
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await background()
  await page.goto(`/embed/${room}?theme=dark&flip=1`)
  await embed.cells().first().waitFor()
  const dark = await background()
  expect(dark).not.toBe(light)
  await expect(embed.cells().first()).toHaveAccessibleName(/^h1,/)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`/embed/${room}?theme=light`)
  await embed.cells().first().waitFor()
  expect(await background()).toBe(light)
  await page.goto(`/embed/${room}?theme=pink&flip=yes`)
  await embed.cells().first().waitFor()
  expect(await background()).toBe(dark)
  await expect(embed.cells().first()).toHaveAccessibleName(/^a8,/)
  await page.goto('/embed/ABCDEFGHJKMN')
  await expect(embed.status()).toHaveText(HIDDEN)
  await checkAxe(page, 'embed of no room')
})
