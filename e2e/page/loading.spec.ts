// Lazily loaded parts of the page: an error when they fail to load, and a retry.

import type { Page } from '@playwright/test'

import { expect, test } from './raum.js'
import { Room } from './room.js'
import { Table } from './table.js'

// The service worker would answer from its cache.
test.use({ serviceWorkers: 'block' })

/** The page's files with one of these names, without their hash. */
const files = (name: string) => new RegExp(`/assets/(${name})-[^/]*$`)

const notLoaded = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Part of the page didn’t load.' })
const retry = (page: Page) => notLoaded(page).getByRole('button', { name: 'Try again' })

for (const [what, name] of [
  ['its own script', 'Files'],
  ['a shared script', 'Dialog|words-later'],
] as const) {
  test(`a retry opens a dialog when ${what} failed to load`, async ({ page }) => {
    const table = new Table(page)
    await table.open('chess')
    await table.play('e2e4')
    await page.route(files(name), (route) => route.abort())
    await table.act('Save / load')
    await expect(notLoaded(page)).toBeVisible()
    await table.play('e7e5')
    await retry(page).click()
    await expect(retry(page)).toBeVisible()
    await page.unroute(files(name))
    await retry(page).click()
    await expect(table.dialog('Save and load')).toBeVisible()
    await expect(notLoaded(page)).toHaveCount(0)
    await expect(table.moves()).toHaveText(['e4', 'e5'])
  })
}

test('a retry enters a created room when the room screen failed to load', async ({ page }) => {
  await page.goto('/')
  await page.route(files('Room'), (route) => route.abort())
  await page.getByRole('button', { name: 'Play a friend' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create New Game' })
  await dialog.getByRole('button', { name: 'Create New Game' }).click()
  await expect(retry(page)).toBeVisible()
  await page.unroute(files('Room'))
  await retry(page).click()
  const room = new Room(page)
  await expect(room.waiting()).toBeVisible()
  await expect(room.link()).toHaveValue(page.url())
})

test('a retry reloads the page when the server no longer has a part, and keeps the game', async ({
  page,
}) => {
  const table = new Table(page)
  await table.open('chess')
  await table.play('e2e4')
  await page.route(files('Scene'), (route) => route.fulfill({ status: 404 }))
  await page.getByText('3D', { exact: true }).click()
  await expect(page.getByText('The 3D board can’t be shown.')).toBeVisible()
  await page.unroute(files('Scene'))
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('button', { name: 'Try again' }).click(),
  ])
  await expect(page.getByRole('application')).toBeVisible()
  await expect(table.moves()).toHaveText(['e4'])
})
