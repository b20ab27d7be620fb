import { expect, test } from './raum.js'
import { Table } from './table.js'

let table: Table

test.beforeEach(async ({ page }) => {
  await page.clock.install()
  table = new Table(page)
  await table.open('chess')
})

const left = (side: string) => table.page.getByRole('timer', { name: `Time left for ${side}` })

test('clocks start with the first move, add the increment, and end the game', async ({ page }) => {
  await expect(left('White')).toBeHidden()
  await table.begin({ clock: '3+2' })
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await expect(left('White')).toHaveText('3:00')
  await table.play('e2e4')
  await page.clock.runFor('01:00')
  await expect(left('Black')).toHaveText('2:00')
  await table.play('e7e5')
  await expect(left('Black')).toHaveText('2:02')
  await page.clock.runFor('03:03')
  await expect(table.dialog('Time out — Black wins')).toBeVisible()
  await expect(left('White')).toHaveText('0:00.0')
})

test('undo restores the time', async ({ page }) => {
  await table.begin({ clock: '10+5' })
  await table.play('e2e4')
  await page.clock.runFor('02:00')
  await expect(left('Black')).toHaveText(/^[78]:/)
  await table.act('Undo')
  await expect(left('Black')).toHaveText('10:00')
})

test('running out of time against a bare king is a draw', async ({ page }) => {
  await table.begin({ clock: '3+2', position: '7k/8/8/8/8/8/R7/K7 b - - 0 1' })
  await table.play('h8h7', 'a2a3', 'h7h8')
  await page.clock.runFor('04:00')
  await expect(table.dialog('Draw — Time out vs insufficient material')).toBeVisible()
})

test('a custom clock is used within its limits, and refused outside', async ({ page }) => {
  await table.act('New game')
  await page.getByText('Custom', { exact: true }).click()
  const minutes = page.getByRole('textbox', { name: 'Minutes per side' })
  await minutes.fill('0')
  await page.getByRole('button', { name: 'Start New Game' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Enter 0.5 to' })).toBeVisible()
  await minutes.fill('0.5')
  await page.getByRole('button', { name: 'Start New Game' }).click()
  await expect(left('White')).toHaveText('0:30')
})
