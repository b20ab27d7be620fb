// Parts of the page that are loaded late: what happens where they do not arrive, and when they do at last.

import type { Page } from '@playwright/test'

import { expect, test } from './raum.js'
import { Room } from './room.js'
import { Table } from './table.js'

// The service worker would keep what is asked for here.
test.use({ serviceWorkers: 'block' })

/** The files of the page whose names begin so. */
const files = (name: string) => new RegExp(`/assets/(${name})-[^/]*$`)

const notLoaded = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' })
const retry = (page: Page) => notLoaded(page).getByRole('button', { name: 'Try again' })

for (const [what, name] of [
  ['its own files do', 'Files'],
  ['a script that it shares with others does', 'Dialog|words-later'],
] as const) {
  test(`a dialog can be loaded again where ${what} not arrive`, async ({ page }) => {
    const table = new Table(page)
    await table.open('chess')
    await table.play('e2e4')
    await page.route(files(name), (route) => route.abort())
    await table.control('Save / load').click()
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

test('a room that was created can be loaded again, and is entered then', async ({ page }) => {
  await page.goto('/')
  await page.route(files('Room'), (route) => route.abort())
  await page.getByRole('button', { name: 'Play online' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create New Game' })
  await dialog.getByRole('button', { name: 'Create New Game' }).click()
  await expect(retry(page)).toBeVisible()
  await page.unroute(files('Room'))
  await retry(page).click()
  const room = new Room(page)
  await expect(room.waiting()).toBeVisible()
  await expect(room.link()).toHaveValue(page.url())
})

test('a part that the server no longer has is loaded with the whole page, and the game is kept', async ({
  page,
}) => {
  const table = new Table(page)
  await table.open('chess')
  await table.play('e2e4')
  await page.route(files('Scene'), (route) => route.fulfill({ status: 404 }))
  await page.getByText('3D', { exact: true }).click()
  await expect(page.getByText('The board cannot be shown in space.')).toBeVisible()
  await page.unroute(files('Scene'))
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('button', { name: 'Try again' }).click(),
  ])
  await expect(page.getByRole('application')).toBeVisible()
  await expect(table.moves()).toHaveText(['e4'])
})
