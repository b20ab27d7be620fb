// What axe finds on every screen, by both themes. Both projects run it: a phone's screens are others.

import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

import { expect, test } from './raum.js'
import { FOOLS_MATE, Table } from './table.js'

async function check(page: Page, screen: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)
  expect.soft(found, screen).toEqual([])
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    test('screens', async ({ page }) => {
      await page.goto('/')
      await page.getByRole('link', { name: 'Play here' }).first().waitFor()
      await check(page, 'home')
      await page.goto('/r/0123456789AB')
      await page.getByRole('main').waitFor()
      await check(page, 'a room')
      const table = new Table(page)
      await table.open('space')
      await table.press('Ab1')
      await check(page, 'space chess, a knight chosen')
      await table.open('tictactoe')
      await table.mark(4)
      await check(page, 'tic-tac-toe')
    })

    test('a game and its dialogs', async ({ page }) => {
      const table = new Table(page)
      await table.open('chess')
      await table.begin({ clock: '5+0' })
      await table.play('e2e4', 'd7d5', 'e4d5', 'd8d5', 'b1c3', 'd5e5')
      await check(page, 'check')
      await table.press('d1')
      await check(page, 'a queen chosen')
      await page.keyboard.press('Escape')
      await table.moves().first().click()
      await check(page, 'an earlier position')
      for (const name of ['New game', 'Draw', 'Resign', 'Save, load', 'Settings']) {
        await table.control(name).first().click()
        await page.getByRole('dialog').waitFor()
        await check(page, name)
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
      await table.begin({ position: '8/P6k/8/8/8/8/8/K7 w - - 0 1' })
      await table.play('a7a8')
      await table.dialog('Promote to').waitFor()
      await check(page, 'promotion')
      await page.keyboard.press('Escape')
      await table.begin()
      await table.play(...FOOLS_MATE)
      await table.dialog('Checkmate — Black wins').waitFor()
      await check(page, 'the end')
    })
  })
}
