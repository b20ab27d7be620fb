// The page on a static host, under a base path, with raum on another origin.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'

import { serveFolder } from '../folder.js'
import type { FolderHost } from '../folder.js'
import { serve } from '../server.js'
import type { Server } from '../server.js'
import { needsOwnServer } from './raum.js'
import { Table } from './table.js'

const WEB = resolve('../web')
const BASE = '/raum/'

needsOwnServer()

let folder = ''
let host: FolderHost
let server: Server

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'raum-'))
  host = await serveFolder(folder, BASE)
  server = await serve({ args: ['--allow-origin', new URL(host.address).origin] })
  execFileSync(
    'node',
    [
      'node_modules/vite/bin/vite.js',
      'build',
      `--base=${BASE}`,
      '--emptyOutDir',
      '--outDir',
      folder,
    ],
    { cwd: WEB, env: { ...process.env, VITE_SERVER_URL: `http://${server.address}` } },
  )
  execFileSync('node', ['scripts/offline.mjs', folder], { cwd: WEB })
})

test.afterAll(async () => {
  await server.end()
  await host.end()
  rmSync(folder, { recursive: true })
})

/** Creates a room of chess as White, and returns its link. */
async function create(page: Page): Promise<string> {
  await page.goto(host.address)
  const card = page.getByRole('article', { name: 'Chess', exact: true })
  await card.getByRole('button', { name: 'Play a friend' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Game' })
  await dialog.getByText('White', { exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Your name' }).fill('Ann')
  await dialog.getByRole('button', { name: 'Create New Game' }).click()
  await page.getByRole('heading', { name: 'Waiting for your opponent' }).waitFor()
  return page.getByRole('textbox', { name: 'Link to the game' }).inputValue()
}

test('two players meet and play, and a reload loses nothing', async ({ page, browser }) => {
  const link = await create(page)
  expect(link).toMatch(new RegExp(`^${host.address}#/r/[0-9A-Z]{12}$`))

  const other = await (await browser.newContext()).newPage()
  await other.goto(link)
  const white = new Table(page)
  const black = new Table(other)
  await white.play('e2e4')
  await expect(black.cell('e4')).toHaveAccessibleName(/white pawn/)
  await black.play('e7e5')
  await expect(white.cell('e5')).toHaveAccessibleName(/black pawn/)

  await page.reload()
  await expect(white.moves()).toHaveText(['e4', 'e5'])
  await white.play('g1f3')
  await expect(black.moves()).toHaveText(['e4', 'e5', 'Nf3'])

  await other.goto(host.address)
  const mine = other.getByRole('region', { name: 'My games' })
  await mine.getByRole('link', { name: /Your turn.*against Ann/ }).click()
  await expect(other).toHaveURL(link)
  await expect(black.moves()).toHaveCount(3)
  await other.context().close()
})

test('a link moves the seat to another device, and the transfer code leaves the address', async ({
  page,
  browser,
}) => {
  const link = await create(page)
  const opponent = await (await browser.newContext()).newPage()
  await opponent.goto(link)
  await new Table(page).act('Other device')
  const dialog = page.getByRole('dialog', { name: 'Continue on another device' })
  const seat = await dialog.getByRole('textbox', { name: 'Link for the other device' }).inputValue()
  expect(seat).toContain(`${link}?transfer=`)

  const device = await (await browser.newContext()).newPage()
  await device.goto(seat)
  const table = new Table(device)
  await table.play('e2e4')
  await expect(new Table(opponent).cell('e4')).toHaveAccessibleName(/white pawn/)
  await expect(device).toHaveURL(link)
  await expect(
    page.getByText('You’re playing this game in another tab or on another device.'),
  ).toBeVisible()
  await opponent.context().close()
  await device.context().close()
})

test('strangers meet in the lobby of the server', async ({ page, browser }) => {
  const stranger = await (await browser.newContext()).newPage()
  for (const each of [page, stranger]) {
    await each.goto(host.address)
    await each.getByRole('button', { name: /^Play tic-tac-toe, no clock/ }).click()
  }
  for (const each of [page, stranger]) {
    await expect(each.getByRole('grid')).toHaveCount(1)
    await expect(each).toHaveURL(/#\/r\/[0-9A-Z]{12}$/)
  }
  await stranger.context().close()
})

test('each board has an address, and the manifest’s shortcuts use them', async ({ page }) => {
  await page.goto(`${host.address}#/tictactoe`)
  await expect(page.getByRole('grid')).toHaveCount(1)
  await page.getByRole('link', { name: 'raum home' }).click()
  await expect(page).toHaveURL(`${host.address}#/`)
  const answer = await page.request.get(`${host.address}manifest.webmanifest`)
  const { shortcuts } = (await answer.json()) as { shortcuts: { url: string }[] }
  const addresses = shortcuts.map(({ url }) => new URL(url, answer.url()).href)
  expect(addresses).toEqual(
    ['chess', 'space', 'tictactoe'].map((kind) => `${host.address}#/${kind}`),
  )
})

test('the page works offline after one visit', async ({ page, context }) => {
  await page.goto(`${host.address}#/chess`)
  await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active !== null))
  await context.setOffline(true)
  await page.reload()
  const table = new Table(page)
  await table.play('e2e4')
  await expect(table.moves()).toHaveCount(1)
})
