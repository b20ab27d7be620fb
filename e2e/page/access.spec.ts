import { look } from './axe.js'
import { test } from './raum.js'
import { FOOLS_MATE, Table } from './table.js'

test('axe finds nothing on any screen', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Play here' }).first().waitFor()
  await look(page, 'home')
  await page.goto('/r/0123456789AB')
  await page.getByRole('link', { name: 'To the games' }).waitFor()
  await look(page, 'a room')
  const table = new Table(page)
  await table.open('space')
  await table.press('Ab1')
  await look(page, 'space chess, a knight chosen')
  await table.open('tictactoe')
  await table.mark(4)
  await look(page, 'tic-tac-toe')
})

test('axe finds nothing in a game of chess and its dialogs', async ({ page }) => {
  const table = new Table(page)
  await table.open('chess')
  await table.begin({ clock: '5+0' })
  await table.play('e2e4', 'd7d5', 'e4d5', 'd8d5', 'b1c3', 'd5e5')
  await table.press('d1')
  await look(page, 'check, a queen chosen')
  await page.keyboard.press('Escape')
  await table.moves().first().click()
  await look(page, 'an earlier position')
  for (const name of ['New game', 'Draw', 'Save / load']) {
    await table.control(name).first().click()
    await page.getByRole('dialog').waitFor()
    await look(page, name)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await table.begin({ position: '8/P6k/7p/8/8/8/8/K7 w - - 0 1' })
  await table.play('a7a8')
  await table.dialog('Promote to').waitFor()
  await look(page, 'promotion')
  await page.keyboard.press('Escape')
  await table.begin()
  await table.play(...FOOLS_MATE)
  await table.dialog('Checkmate — Black wins').waitFor()
  await look(page, 'the end')
})
