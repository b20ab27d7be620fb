import { enter, walk } from './keyboard.js'
import { expect, test } from './raum.js'
import { FOOLS_MATE, Table } from './table.js'

test('a game is played from home to mate with the keyboard alone', async ({ page }) => {
  await page.goto('/')
  const chess = page
    .getByRole('article', { name: 'Chess', exact: true })
    .getByRole('link', { name: 'Two players, this device' })
  await chess.waitFor()
  // The lobby comes later than the rest, and takes 11 of the 20 presses.
  await page.getByRole('button', { name: 'Play tic-tac-toe, no clock' }).waitFor()
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab')
    if (await chess.evaluate((link) => link === document.activeElement)) break
  }
  await expect(chess).toBeFocused()
  await page.keyboard.press('Enter')
  const table = new Table(page)
  await table.cell('e2').waitFor()
  await enter(page)
  for (const move of FOOLS_MATE) {
    await walk(page, move.slice(0, 2))
    await walk(page, move.slice(2))
  }
  const end = table.dialog('Checkmate — Black wins')
  await expect(end).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(end).toBeHidden()
  await expect(table.moves()).toHaveText(['f3', 'e5', 'g4', 'Qh4#'])
})

test('Page Up and Page Down change levels, and Escape deselects', async ({ page }) => {
  const table = new Table(page)
  await table.open('space')
  await enter(page)
  await walk(page, 'Bc1')
  await expect(table.cell('Bc1')).toHaveAccessibleName(/selected/)
  await page.keyboard.press('Escape')
  await expect(table.cell('Bc1')).not.toHaveAccessibleName(/selected/)
  await page.keyboard.press('Enter')
  await walk(page, 'Cc1')
  await expect(table.moves()).toHaveText(['QCc1'])
})

test('Escape deselects a piece that has only just been selected', async ({ page }) => {
  const table = new Table(page)
  await table.open('chess')
  const cell = table.cell('e2')
  await cell.focus()
  // Presses Escape with the change itself, before the browser draws it.
  await cell.evaluate((element) => {
    const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })
    const isSelected = () => element.ariaLabel?.includes('selected') ?? false
    new MutationObserver((_, observer) => {
      if (!isSelected()) return
      observer.disconnect()
      element.dataset['escaped'] = 'yes'
      element.dispatchEvent(escape)
    }).observe(element, { attributes: true, attributeFilter: ['aria-label'] })
  })
  await page.keyboard.press('Enter')
  await expect(cell).toHaveAttribute('data-escaped', 'yes')
  await expect(cell).not.toHaveAccessibleName(/selected/)
})

test('a pawn promotes by keyboard', async ({ page }) => {
  const table = new Table(page)
  await table.open('chess')
  await table.begin({ position: '8/P6k/7p/8/8/8/8/K7 w - - 0 1' })
  await table.cell('a7').focus()
  await page.keyboard.press('Enter')
  await walk(page, 'a8')
  await expect(page.getByRole('button', { name: 'Queen' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(table.cell('a8')).toHaveAccessibleName(/white queen/)
})

test('typed moves are played and announced, and illegal ones refused with a reason', async ({
  page,
}) => {
  const table = new Table(page)
  await table.open('chess')
  const field = await table.typing()
  const announced = page.getByRole('status').filter({ hasText: /\S/ })
  const type = async (move: string) => {
    await field.fill(move)
    await page.keyboard.press('Enter')
  }
  await type('e4')
  await expect(announced).toHaveText('White: pawn to e4.')
  await type('e7e5')
  await type('Nf3')
  await expect(announced).toHaveText('White: knight to f3.')
  await expect(table.moves()).toHaveText(['e4', 'e5', 'Nf3'])
  for (const wrong of ['Nf9', 'e2e4', 'Ke7e6', 'x']) {
    await type(wrong)
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
    await expect(field).toHaveValue(wrong)
  }
  await expect(table.moves()).toHaveCount(3)
  await type('f6')
  await type('Nxe5')
  await type('fxe5')
  await type('Qh5')
  await expect(announced).toHaveText('White: queen to h5. Check.')
})

test('moves of space chess and tic-tac-toe can be typed', async ({ page }) => {
  const table = new Table(page)
  await table.open('space')
  const field = await table.typing()
  await field.fill('Aa2Aa3')
  await page.keyboard.press('Enter')
  await expect(table.cell('Aa3')).toHaveAccessibleName(/white pawn/)
  await table.open('tictactoe')
  await table.typing()
  await field.fill('4')
  await page.keyboard.press('Enter')
  await expect(table.cell('row 2, column 2')).toHaveAccessibleName(/X/)
})
