import { expect, test } from './raum.js'
import { Table } from './table.js'

let table: Table

test.beforeEach(async ({ page }) => {
  table = new Table(page)
  await table.open('tictactoe')
})

test('three in a row wins', async ({ page }) => {
  await expect(page.getByRole('gridcell')).toHaveCount(9)
  await expect(table.status()).toHaveText('X to move')
  await table.mark(0)
  await expect(table.status()).toHaveText('O to move')
  await table.mark(0, 3, 1, 4, 2)
  await expect(table.dialog('Three in a row — X wins')).toBeVisible()
  await expect(page.getByRole('gridcell', { name: /in the winning row/ })).toHaveCount(3)
  await page.getByRole('button', { name: 'Review board' }).click()
  await table.mark(8)
  await expect(table.moves()).toHaveCount(5)
})

test('a full board is a draw', async () => {
  await table.mark(0, 1, 2, 4, 3, 5, 7, 6, 8)
  await expect(table.dialog('Draw — Full board')).toBeVisible()
})
