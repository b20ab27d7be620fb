import { look } from './axe.js'
import { expect, test } from './raum.js'
import { FOOLS_MATE, Table } from './table.js'

test('a game of chess to mate, by touch', async ({ page }) => {
  const table = new Table(page, 'tap')
  await page.goto('/')
  await page.getByRole('link', { name: 'Play here' }).first().tap()
  await table.cell('e2').waitFor()
  await table.play(...FOOLS_MATE)
  await expect(table.dialog('Checkmate — Black wins')).toBeVisible()
  await page.getByRole('button', { name: 'Restart' }).tap()
  await expect(table.status()).toHaveText('White to move')
})

test('space chess and tic-tac-toe, by touch', async ({ page }) => {
  const table = new Table(page, 'tap')
  await table.open('space')
  await table.play('Bc1Cc1', 'Dd5Ce4')
  await expect(table.moves()).toHaveText(['QCc1', 'UCe4'])
  await table.open('tictactoe')
  await table.mark(0, 3, 1, 4, 2)
  await expect(table.dialog('Three in a row — X wins')).toBeVisible()
})

test('everything is in reach of a finger, and nothing is beside the screen', async ({ page }) => {
  const table = new Table(page, 'tap')
  for (const kind of ['chess', 'space', 'tictactoe'] as const) {
    await table.open(kind)
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
    expect(scrollWidth, kind).toBe(clientWidth)
    // WCAG 2.2, 2.5.8: 24 by 24.
    const { width, height } = (await page.getByRole('gridcell').first().boundingBox()) ?? {}
    expect(Math.min(width ?? 0, height ?? 0), kind).toBeGreaterThanOrEqual(24)
  }
  await page.goto('/')
  await page.getByRole('link', { name: 'Play here' }).first().waitFor()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(360)
})

test('axe finds nothing on the screens of a phone', async ({ page }) => {
  const table = new Table(page, 'tap')
  await table.open('chess')
  await table.press('e2')
  await look(page, 'chess, a pawn chosen')
  await table.control('Save / load').tap()
  await page.getByRole('dialog').waitFor()
  await look(page, 'save, load')
})
