import { expect, test } from './raum.js'
import { FOOLS_MATE, Table } from './table.js'

let table: Table

test.beforeEach(async ({ page }) => {
  table = new Table(page)
  await table.open('chess')
})

test('two clicks make a move, and a game is played to mate', async ({ page }) => {
  await expect(page.getByRole('gridcell')).toHaveCount(64)
  await expect(page.getByRole('gridcell', { name: /white|black/ })).toHaveCount(32)
  await expect(table.status()).toHaveText('White to move')
  await table.play(...FOOLS_MATE.slice(0, 1))
  await expect(table.status()).toHaveText('Black to move')
  await table.play(...FOOLS_MATE.slice(1))
  const end = table.dialog('Checkmate — Black wins')
  await expect(end).toBeVisible()
  await expect(table.moves()).toHaveText(['f3', 'e5', 'g4', 'Qh4#'])
  await end.getByRole('button', { name: 'Review board' }).click()
  await expect(end).toBeHidden()
  await expect(table.status()).toHaveText('Checkmate — Black wins')
  await expect(table.cell('e1')).toHaveAccessibleName(/in check/)
})

test('after the end, Restart starts a new game and Exit goes home', async ({ page }) => {
  await table.play(...FOOLS_MATE)
  await page.getByRole('dialog').getByRole('button', { name: 'Restart' }).click()
  await expect(table.status()).toHaveText('White to move')
  await expect(table.moves()).toHaveCount(0)
  await table.play(...FOOLS_MATE)
  await page.getByRole('button', { name: 'Exit' }).click()
  await expect(page).toHaveURL('/')
})

test('a click selects a piece, a second one moves it, and other clicks keep the selection', async ({
  page,
}) => {
  await table.press('e2')
  await expect(table.cell('e2')).toHaveAccessibleName(/selected/)
  await expect(page.getByRole('gridcell', { name: /can move here/ })).toHaveCount(2)
  await table.press('h5')
  await expect(table.cell('e2')).toHaveAccessibleName(/selected/)
  await table.press('g1')
  await expect(table.cell('g1')).toHaveAccessibleName(/selected/)
  await expect(table.cell('e2')).not.toHaveAccessibleName(/selected/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('gridcell', { name: /selected|can move/ })).toHaveCount(0)
  await table.press('g1')
  await table.cell('a5').click({ button: 'right' })
  await expect(page.getByRole('gridcell', { name: /selected/ })).toHaveCount(0)
  await table.press('e7')
  await expect(page.getByRole('gridcell', { name: /selected/ })).toHaveCount(0)
  await table.play('e2e4', 'd7d5')
  await table.press('e4')
  await expect(table.cell('d5')).toHaveAccessibleName(/black pawn, can capture here/)
})

test('dragging a piece moves it, and an illegal drop does nothing', async () => {
  await table.cell('e2').dragTo(table.cell('e4'))
  await expect(table.cell('e4')).toHaveAccessibleName(/white pawn, last move/)
  await table.cell('e7').dragTo(table.cell('e3'))
  await expect(table.moves()).toHaveText(['e4'])
})

test('the right button draws arrows and circles, and a click clears them', async ({ page }) => {
  // Drawings load after the board.
  await page.locator('.drawings').waitFor({ state: 'attached' })
  const drawn = page.locator('.drawings > *')
  const draw = async (from: string, to: string) => {
    await table.cell(from).hover()
    await page.mouse.down({ button: 'right' })
    await table.cell(to).hover()
    await page.mouse.up({ button: 'right' })
  }
  await draw('g1', 'f3')
  await draw('e4', 'e4')
  await expect(page.locator('.drawings > path')).toHaveCount(1)
  await expect(page.locator('.drawings > circle')).toHaveCount(1)
  const arrow = await page.locator('.drawings > path').boundingBox()
  const target = await table.cell('f3').boundingBox()
  if (!arrow || !target) throw new Error('nothing is drawn')
  // Its tip is on the target.
  expect(arrow.y).toBeGreaterThan(target.y)
  expect(arrow.y).toBeLessThan(target.y + target.height)
  // The same again takes it away.
  await draw('g1', 'f3')
  await expect(drawn).toHaveCount(1)
  await table.press('e2')
  await expect(drawn).toHaveCount(0)
})

test('check is shown, and only moves that answer it are legal', async ({ page }) => {
  await table.play('e2e4', 'f7f5', 'd1h5')
  await expect(table.status()).toHaveText('Black to moveCheck')
  await expect(table.cell('e8')).toHaveAccessibleName('e8, black king, in check')
  await table.press('a7')
  await expect(page.getByText('The pawn on a7 can’t move: it can’t stop the check.')).toBeVisible()
  expect(await table.targets()).toEqual([])
  await table.play('g7g6')
  await expect(table.status()).toHaveText('White to move')
})

test('castling moves king and rook, on both sides', async () => {
  await table.play('e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1c4', 'd7d6', 'e1g1')
  await expect(table.cell('g1')).toHaveAccessibleName(/white king/)
  await expect(table.cell('f1')).toHaveAccessibleName(/white rook/)
  await expect(table.cell('h1')).toHaveAccessibleName(/empty/)
  await table.play('c8g4', 'a2a3', 'd8d7', 'a3a4', 'e8c8')
  await expect(table.cell('c8')).toHaveAccessibleName(/black king/)
  await expect(table.cell('d8')).toHaveAccessibleName(/black rook/)
  await expect(table.moves().filter({ hasText: 'O-O' })).toHaveText(['O-O', 'O-O-O'])
})

test('en passant is legal at once, and never later', async ({ page }) => {
  await table.play('e2e4', 'a7a6', 'e4e5', 'd7d5', 'e5d6')
  await expect(table.cell('d5')).toHaveAccessibleName(/empty/)
  await expect(table.cell('d6')).toHaveAccessibleName(/white pawn/)
  await table.act('Undo')
  await expect(table.cell('d5')).toHaveAccessibleName(/black pawn/)
  await table.play('a2a3', 'a6a5')
  await table.press('e5')
  await expect(page.getByRole('gridcell', { name: /can move here/ })).toHaveCount(1)
})

test('a pawn promotes to each piece', async () => {
  for (const role of ['Queen', 'Rook', 'Bishop', 'Knight']) {
    await table.begin({ position: '8/P6k/7p/8/8/8/8/K7 w - - 0 1' })
    await table.play('a7a8')
    const chooser = table.dialog('Promote to')
    await expect(chooser.getByRole('button')).toHaveCount(4)
    await expect(chooser.getByRole('button', { name: 'Queen' })).toBeFocused()
    await chooser.getByRole('button', { name: role }).click()
    await expect(table.cell('a8')).toHaveAccessibleName(new RegExp(`white ${role.toLowerCase()}`))
  }
})

test('Escape cancels a promotion', async ({ page }) => {
  await table.begin({ position: '8/P6k/7p/8/8/8/8/K7 w - - 0 1' })
  await table.play('a7a8')
  await page.keyboard.press('Escape')
  await expect(table.dialog('Promote to')).toBeHidden()
  await expect(table.cell('a7')).toHaveAccessibleName(/white pawn/)
  await expect(table.moves()).toHaveCount(0)
})

const DRAWS = [
  ['Stalemate', '7k/4Q3/8/6K1/8/8/8/8 w - - 0 1', 'e7f7'],
  ['Insufficient material', '7k/8/8/8/8/8/1p6/K7 w - - 0 1', 'a1b2'],
  ['Seventy-five-move rule', '7k/8/8/8/8/8/R7/K7 w - - 149 99', 'a2b2'],
] as const

for (const [reason, position, move] of DRAWS) {
  test(`the game is drawn: ${reason}`, async () => {
    await table.begin({ position })
    await table.play(move)
    await expect(table.dialog(`Draw — ${reason}`)).toBeVisible()
  })
}

test('undo and redo are enabled only where there is a move', async () => {
  await expect(table.control('Undo')).toBeDisabled()
  await expect(table.control('Redo')).toBeDisabled()
  await table.play('e2e4', 'e7e5')
  await table.act('Undo')
  await table.act('Undo')
  await expect(table.cell('e2')).toHaveAccessibleName(/white pawn/)
  await expect(table.control('Undo')).toBeDisabled()
  await table.act('Redo')
  await expect(table.moves()).toHaveText(['e4'])
  await table.play('c7c5')
  await expect(table.control('Redo')).toBeDisabled()
  await expect(table.moves()).toHaveText(['e4', 'c5'])
})

test('threefold repetition can be claimed at the third occurrence, and not before', async () => {
  const knights = ['g1f3', 'g8f6', 'f3g1', 'f6g8']
  const claim = table.control(/^Claim draw/)
  await table.play(...knights)
  await expect(claim).toHaveCount(0)
  await table.play(...knights)
  await expect(claim).toHaveText('Claim draw: Threefold repetition')
  await claim.click()
  await expect(table.dialog('Draw — Threefold repetition')).toBeVisible()
})

test('a draw can be claimed after fifty moves', async () => {
  await table.begin({ position: '7k/8/8/8/8/8/R7/K7 w - - 99 80' })
  const claim = table.control(/^Claim draw/)
  await expect(claim).toHaveCount(0)
  await table.play('a2b2')
  await expect(claim).toHaveText('Claim draw: Fifty-move rule')
  await claim.click()
  await expect(table.dialog('Draw — Fifty-move rule')).toBeVisible()
})

test('resigning and agreeing to a draw ask for confirmation', async ({ page }) => {
  await table.play('e2e4')
  await table.act('Resign')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(table.status()).toHaveText('Black to move')
  await table.act('Resign')
  await table.dialog('Resign as Black?').getByRole('button', { name: 'Resign' }).click()
  await expect(table.dialog('Resignation — White wins')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Restart' }).click()
  await table.play('e2e4')
  await table.act('Draw')
  await page.getByRole('button', { name: 'Agree to a draw' }).click()
  await expect(table.dialog('Draw — Agreement')).toBeVisible()
})

test('earlier positions can be reviewed, but not played from', async ({ page }) => {
  await table.play('e2e4', 'e7e5', 'g1f3')
  await table.moves().first().click()
  await expect(table.status()).toContainText('Reviewing move 1')
  await expect(table.cell('e7')).toHaveAccessibleName(/black pawn/)
  await table.press('e7')
  await expect(page.getByRole('gridcell', { name: /selected/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Back to the game' }).click()
  await expect(table.cell('f3')).toHaveAccessibleName(/white knight/)
  await table.play('b8c6')
  await expect(table.moves()).toHaveCount(4)
})

test('the board flips by the button, or after each move', async ({ page }) => {
  const top = page.getByRole('gridcell').first()
  await expect(top).toHaveAccessibleName(/^a8/)
  await table.act('Flip board')
  await expect(top).toHaveAccessibleName(/^h1/)
  await table.act('Flip board')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('switch', { name: 'Flip board after each move' }).check()
  await page.keyboard.press('Escape')
  await table.play('e2e4')
  await expect(top).toHaveAccessibleName(/^h1/)
})

test('a restarted game can be restored', async ({ page }) => {
  await table.play('e2e4', 'e7e5')
  await table.act('Restart')
  await table.dialog('Restart the game?').getByRole('button', { name: 'Restart' }).click()
  await expect(table.moves()).toHaveCount(0)
  await table.act('Save / load')
  await page.getByRole('button', { name: 'Restore previous game' }).click()
  await expect(table.moves()).toHaveText(['e4', 'e5'])
})

test('an agreed draw can be undone', async ({ page }) => {
  await table.play('e2e4', 'e7e5')
  await table.act('Draw')
  await page.getByRole('button', { name: 'Agree to a draw' }).click()
  await table.dialog('Draw — Agreement').getByRole('button', { name: 'Review board' }).click()
  await table.act('Undo')
  await expect(table.status()).toContainText('Black to move')
  await table.play('e7e6')
  await expect(table.moves()).toHaveText(['e4', 'e6'])
})

test('selecting a piece without moves says that it can’t move', async ({ page }) => {
  await table.press('e2')
  await table.press('a1')
  await expect(table.cell('a1')).toHaveAccessibleName(/selected/)
  expect(await table.targets()).toEqual([])
  await expect(page.getByText('The rook on a1 can’t move: it’s blocked.')).toBeVisible()
})
