// A game against the computer at one device.

import { Alone } from './alone.js'
import { checkAxe } from './axe.js'
import { expect, test } from './raum.js'
import { Scene } from './scene.js'

test('two clicks from home lead to a game, and the computer answers a move', async ({ page }) => {
  const table = await Alone.on(page, { instant: false })
  await table.start('chess')
  await expect(table.status()).toHaveText('White to move')
  await table.play('e2e4')
  await expect(table.status()).toHaveText('Computer is thinking…')
  await expect(table.moves()).toHaveCount(2)
  await expect(table.status()).toHaveText('White to move')
  await expect(page.getByText('Computer, Level 2, Beginner')).toBeAttached()
})

test('undo takes back both plies, redo brings both back', async ({ page }) => {
  const table = await Alone.on(page)
  await table.start('space', { level: 3 })
  await table.play('Aa2Aa3')
  await expect(table.moves()).toHaveCount(2)
  const made = await table.moves().allTextContents()
  await table.act('Undo')
  await expect(table.moves()).toHaveCount(0)
  await expect(table.control('Undo')).toBeDisabled()
  await table.act('Redo')
  await expect(table.moves()).toHaveText(made)
})

test('a player of the second side sits at the bottom, and the computer begins', async ({
  page,
}) => {
  const table = await Alone.on(page)
  await table.start('chess', { side: 'Black' })
  await expect(table.moves()).toHaveCount(1)
  const [near, far] = await Promise.all(['e7', 'e2'].map((name) => table.cell(name).boundingBox()))
  expect(near?.y).toBeGreaterThan(far?.y ?? Infinity)
  // Nothing of the player's can be taken back.
  await expect(table.control('Undo')).toBeDisabled()
})

test.describe('while the engine does not arrive', () => {
  // Requests of a service worker cannot be held back.
  test.use({ serviceWorkers: 'block' })

  test('a reload in the computer’s turn makes it think again', async ({ page }) => {
    const table = await Alone.on(page)
    const engine = /raum_engine_wasm/
    await page.route(engine, () => undefined)
    await table.start('chess', { level: 4 })
    await table.play('e2e4')
    await expect(table.status()).toHaveText('Computer is thinking…')
    await page.unroute(engine)
    await page.reload()
    await expect(table.moves()).toHaveCount(2)
    await expect(table.status()).toHaveText('White to move')
  })
})

test('two people become one and the computer, and two again, in mid-game', async ({ page }) => {
  const table = await Alone.on(page)
  await table.open('chess')
  await table.play('e2e4')
  await table.act('Computer')
  const dialog = table.dialog('Computer')
  await table.chooseLevel(dialog, 1)
  await checkAxe(page, 'the computer’s dialog')
  await dialog.getByRole('button', { name: 'Let the computer play for Black' }).click()
  await expect(table.moves()).toHaveCount(2)
  await table.act('Computer')
  await dialog.getByRole('button', { name: 'Let the computer play for White' }).click()
  await expect(table.moves()).toHaveCount(3)
  await table.act('Computer')
  await dialog.getByRole('button', { name: 'Take over' }).click()
  await expect(page.getByText('Computer, Level 1')).toHaveCount(0)
  await table.playAny(0)
  await table.playAny(0)
  await expect(table.moves()).toHaveCount(5)
})

test('a hint and a threat are marked on both boards and given in words', async ({ page }) => {
  const table = await Alone.on(page)
  const scene = new Scene(page)
  await scene.prepare()
  await table.open('space')
  await table.play('Bc1Cc1', 'Dd5Ce4')
  await scene.show('3D')
  const [from, to] = await table.hint()
  for (const name of [from, to]) {
    await expect(table.cell(name ?? '')).toHaveAccessibleName(/hint/)
  }
  await table.act('Threats')
  await expect(table.advice()).toHaveText(/^If it were Black’s turn: .+\.$/)
  await expect(page.getByRole('gridcell', { name: /threat/ })).toHaveCount(2)
  await expect(page.getByRole('gridcell', { name: /hint/ })).toHaveCount(0)
  await checkAxe(page, 'a threat')
  await table.act('Hint')
  await expect(table.advice()).toHaveText(/^Hint: /)
  await scene.show('2D')
  await table.play('Aa2Aa3')
  await expect(page.getByRole('gridcell', { name: /hint/ })).toHaveCount(0)
})

test('in check there is no threat to show', async ({ page }) => {
  const table = await Alone.on(page)
  await table.open('chess')
  await table.play('e2e4', 'f7f6', 'd1h5')
  await table.act('Threats')
  await expect(table.advice()).toHaveText('You’re in check: that is the threat.')
})

test('the dialog, a game and its end pass axe', async ({ page }) => {
  const table = await Alone.on(page)
  await page.goto('/')
  const computer = page.getByRole('button', { name: 'Play the computer' })
  await computer.first().click()
  await table.dialog('Play the computer').waitFor()
  await checkAxe(page, 'play the computer')
  // The focus returns to the button.
  await page.keyboard.press('Escape')
  await expect(computer.first()).toBeFocused()
  await table.start('tictactoe', { level: 3 })
  await table.mark(1)
  await expect(table.moves()).toHaveCount(2)
  await checkAxe(page, 'a game against the computer')
  await table.act('Resign')
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
  await table.end().waitFor()
  await checkAxe(page, 'the end')
  await table.chooseLevel(table.end(), 1)
  await table.end().getByRole('button', { name: 'Rematch' }).click()
  await expect(page.getByText('Computer, Level 1, Distracted')).toBeAttached()
})

test('a game is set up and played by keyboard alone', async ({ page }) => {
  const table = await Alone.on(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Play the computer' }).nth(2).focus()
  await page.keyboard.press('Enter')
  await table.dialog('Play the computer').waitFor()
  await page.getByRole('slider', { name: 'Level' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Computer, Level 3, Perfect')).toBeAttached()
  await table.cell('row 1, column 1').focus()
  await page.keyboard.press('Enter')
  await expect(table.moves()).toHaveCount(2)
})
