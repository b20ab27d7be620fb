import { expect, test } from './raum.js'
import { Table } from './table.js'

let table: Table

test.beforeEach(async ({ page }) => {
  table = new Table(page)
  await table.open('space')
})

test('a game is played to mate on the 2D levels', async ({ page }) => {
  for (const level of 'ABCDE') {
    const slice = page.getByRole('grid', { name: `Level ${level}` })
    await expect(slice.getByRole('gridcell')).toHaveCount(25)
  }
  await table.press('Bc1')
  await expect(table.cell('Cc1')).toHaveAccessibleName('Cc1, empty, can move here')
  await table.press('Cc1')
  await table.play('Dd5Ce4', 'Bb1Dd3', 'Dc5Ac2')
  await expect(table.dialog('Checkmate — Black wins')).toBeVisible()
  await expect(table.moves()).toHaveText(['QCc1', 'UCe4', 'UDd3', 'QxAc2#'])
})

test('a pawn promotes to each piece, including the unicorn', async () => {
  for (const role of ['Queen', 'Rook', 'Bishop', 'Knight', 'Unicorn']) {
    await table.begin({
      position: '5/5/5/5/2K2|5/5/5/5/5|5/5/2p2/5/5|2P2/5/5/5/5|5/5/5/5/k4 w 0 1',
    })
    await table.play('Dc5Ec5')
    const chooser = table.dialog('Promote to')
    await expect(chooser.getByRole('button')).toHaveCount(5)
    await expect(chooser.getByRole('button', { name: 'Queen' })).toBeFocused()
    await chooser.getByRole('button', { name: role }).click()
    await expect(table.cell('Ec5')).toHaveAccessibleName(new RegExp(`white ${role.toLowerCase()}`))
  }
})
