import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { expect, test } from './raum.js'
import { Table } from './table.js'

let table: Table

test.beforeEach(async ({ page }) => {
  table = new Table(page)
  await table.open('chess')
})

/** The text that a button of the dialog downloads. */
async function save(page: Page, label: string): Promise<string> {
  await table.act('Save / load')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: label }).click()
  const text = readFileSync(await (await saving).path(), 'utf8')
  await page.keyboard.press('Escape')
  return text
}

/** Loads a file in the dialog. Each character of the text is one byte. */
async function load(page: Page, name: string, text: string): Promise<void> {
  await table.act('Save / load')
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text, 'latin1') }
  await page.getByLabel('From a file').setInputFiles(file)
}

test('each kind of game survives a reload', async ({ page }) => {
  await table.play('e2e4', 'e7e5')
  await page.reload()
  await expect(table.moves()).toHaveText(['e4', 'e5'])
  await table.play('g1f3')
  await table.act('Undo')
  await page.reload()
  await expect(table.control('Redo')).toBeEnabled()
  await table.open('tictactoe')
  await expect(table.moves()).toHaveCount(0)
  await table.mark(4)
  await table.open('chess')
  await expect(table.moves()).toHaveText(['e4', 'e5'])
})

test('two tabs of one browser show the same game', async ({ page, context }) => {
  const other = new Table(await context.newPage())
  await other.open('chess')
  await table.play('e2e4')
  await expect(other.moves()).toHaveText(['e4'])
  await other.play('e7e5')
  await expect(table.moves()).toHaveText(['e4', 'e5'])
  await page.close()
})

test('a game saved as PGN can be loaded and continued', async ({ page }) => {
  await table.play('e2e4', 'e7e5', 'g1f3')
  const pgn = await save(page, 'Moves (PGN)')
  expect(pgn).toMatch(/^\[Event /)
  expect(pgn).toContain('1. e4 e5 2. Nf3 *')
  await table.begin()
  await expect(table.moves()).toHaveCount(0)
  await load(page, 'game.pgn', pgn)
  await expect(table.moves()).toHaveText(['e4', 'e5', 'Nf3'])
  await table.play('b8c6')
  await expect(table.moves()).toHaveCount(4)
})

test('a game saved as JSON keeps the clock, the undone moves and the position', async ({
  page,
}) => {
  await table.begin({ clock: '10+5' })
  await table.play('e2e4', 'e7e5', 'g1f3')
  await table.act('Undo')
  const json = await save(page, 'Full game (JSON)')
  const { kind, journal, game } = JSON.parse(json) as {
    kind: string
    journal: unknown[]
    game: { [name: string]: unknown }
  }
  expect([kind, journal.length > 3]).toEqual(['chess', true])
  expect(Object.keys(game).length).toBeGreaterThan(5)
  await table.begin()
  await load(page, 'game.json', json)
  await expect(table.moves()).toHaveText(['e4', 'e5'])
  await expect(table.control('Redo')).toBeEnabled()
  await expect(page.getByRole('timer')).toHaveCount(2)
})

test('loading an invalid file reports an error and changes nothing', async ({ page }) => {
  await table.play('e2e4')
  const bad = [
    '',
    'nonsense',
    '{"raum": 1}',
    '{"raum": 99, "journal": []}',
    '{',
    '1. e4 e4 *',
    '\0\xff',
  ]
  for (const text of bad) {
    await load(page, 'bad', text)
    const dialog = table.dialog('Save and load')
    await expect(dialog.getByRole('alert'), text).toContainText('Couldn’t load the game.')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  await expect(table.moves()).toHaveText(['e4'])
  await page.reload()
  await expect(table.moves()).toHaveText(['e4'])
})

test('a game starts from a FEN, and an invalid one is refused', async ({ page }) => {
  await table.play('e2e4')
  await table.act('New game')
  const dialog = table.dialog('New game')
  await expect(dialog).toContainText('Your game isn’t over.')
  const field = dialog.getByRole('textbox', { name: 'Start position (FEN)' })
  await field.fill('8/8/8/8/8/8/8/8 w - - 0 1')
  await dialog.getByRole('button', { name: 'Start New Game' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Can’t start from this position:')
  await page.keyboard.press('Escape')
  await expect(table.moves()).toHaveText(['e4'])
  await table.begin({ position: '7k/8/8/8/8/8/R7/K7 b - - 0 1' })
  await expect(table.status()).toHaveText('Black to move')
  await expect(page.getByRole('gridcell', { name: /white|black/ })).toHaveCount(3)
})

test('the previous game can be restored', async ({ page }) => {
  await table.play('e2e4', 'e7e5')
  await table.begin()
  await table.act('Save / load')
  await page.getByRole('button', { name: 'Restore previous game' }).click()
  await expect(table.moves()).toHaveText(['e4', 'e5'])
})

test('settings survive a reload', async ({ page }) => {
  const sounds = page.getByRole('switch', { name: 'Sounds' })
  const dark = page.getByRole('radio', { name: 'Dark' })
  const settings = page.getByRole('button', { name: 'Settings' })
  await settings.click()
  await sounds.uncheck()
  await page.getByText('Dark', { exact: true }).click()
  await page.reload()
  await settings.click()
  await expect(sounds).not.toBeChecked()
  await expect(dark).toBeChecked()
})
