// Spec 2, sections 10.1 and 10.2, with clicks on the 3D board. The visually hidden grid says what it shows.

import { expect, test } from './raum.js'
import { Scene } from './scene.js'
import { FOOLS_MATE } from './table.js'

let scene: Scene

test.beforeEach(async ({ page }) => {
  scene = new Scene(page)
  await scene.open('chess')
})

/** Expects that the selected piece can move to these cells and no others. */
async function expectTargets(...cells: string[]): Promise<void> {
  await expect.poll(() => scene.targets()).toEqual(cells)
}

async function expectNothingSelected(): Promise<void> {
  await expect(scene.page.getByRole('gridcell', { name: /selected|can move/ })).toHaveCount(0)
}

test('a game is played to mate', async () => {
  await expect(scene.status()).toHaveText('White to move')
  await scene.play(...FOOLS_MATE)
  const end = scene.dialog('Checkmate — Black wins')
  await expect(end).toBeVisible()
  await end.getByRole('button', { name: 'Review board' }).click()
  await expect(scene.status()).toHaveText('Checkmate — Black wins')
  await expect(scene.moves()).toHaveText(['f3', 'e5', 'g4', 'Qh4#'])
  await scene.press('a2')
  await expectNothingSelected()
})

test('a click selects a piece, a second one moves it, and other clicks keep the selection', async () => {
  await scene.press('e2')
  await expect(scene.cell('e2')).toHaveAccessibleName(/selected/)
  await expectTargets('e3', 'e4')
  await scene.press('h5')
  await expect(scene.cell('e2')).toHaveAccessibleName(/selected/)
  await scene.press('d2')
  await expect(scene.cell('d2')).toHaveAccessibleName(/selected/)
  await expectTargets('d3', 'd4')
  await scene.canvas().press('Escape')
  await expectNothingSelected()
  await scene.press('d2')
  await scene.cancel('a5')
  await expectNothingSelected()
  await scene.press('e7')
  await expectNothingSelected()
  await scene.play('e2e4', 'd7d5')
  await scene.press('e4')
  await expect(scene.cell('d5')).toHaveAccessibleName(/can capture here/)
  await scene.press('d5')
  await expect(scene.moves()).toHaveText(['e4', 'd5', 'exd5'])
})

test('dragging a piece moves it, and an illegal drop does nothing', async () => {
  await scene.dragPiece('e2', 'e4')
  await expect(scene.cell('e4')).toHaveAccessibleName(/white pawn, last move/)
  const before = await scene.view()
  await scene.dragPiece('e7', 'e3')
  await expect(scene.moves()).toHaveText(['e4'])
  expect(await scene.view()).toEqual(before)
})

test('knights jump', async () => {
  await scene.press('b1')
  await expectTargets('a3', 'c3')
  await scene.press('c3')
  await expect(scene.cell('c3')).toHaveAccessibleName(/white knight/)
})

test('check is shown, and only moves that answer it are legal', async () => {
  await scene.play('e2e4', 'f7f5', 'd1h5')
  await expect(scene.status()).toHaveText('Black to moveCheck')
  await expect(scene.cell('e8')).toHaveAccessibleName('e8, black king, in check')
  await scene.press('a7')
  await expect(
    scene.page.getByText('The pawn on a7 can’t move: it can’t stop the check.'),
  ).toBeVisible()
  await expectTargets()
  await scene.press('g7')
  await expectTargets('g6')
  await scene.press('g6')
  await expect(scene.status()).toHaveText('White to move')
})

test('a pinned piece only moves along the pin', async () => {
  await scene.begin({ position: '7k/8/8/8/8/8/8/K2R2r1 w - - 0 1' })
  await scene.press('d1')
  await expectTargets('b1', 'c1', 'e1', 'f1', 'g1')
  await scene.begin({ position: '7k/8/8/8/8/8/8/K2B2r1 w - - 0 1' })
  await scene.press('d1')
  await expect(scene.cell('d1')).toHaveAccessibleName(/selected/)
  await expectTargets()
  await expect(
    scene.page.getByText('The bishop on d1 can’t move: it protects its king.'),
  ).toBeVisible()
})

test('a king cannot move next to the other king', async () => {
  await scene.begin({ position: '8/8/8/3k4/8/3K3P/8/8 w - - 0 1' })
  await scene.press('d3')
  await expectTargets('c2', 'c3', 'd2', 'e2', 'e3')
  await scene.press('d4')
  await expect(scene.moves()).toHaveCount(0)
})

test('stalemate is a draw', async () => {
  await scene.begin({ position: '7k/4Q3/8/6K1/8/8/8/8 w - - 0 1' })
  await scene.play('e7f7')
  await expect(scene.dialog('Draw — Stalemate')).toBeVisible()
})

test('castling moves king and rook, on both sides', async () => {
  await scene.begin({ position: 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' })
  await scene.play('e1g1', 'e8c8')
  await expect(scene.cell('g1')).toHaveAccessibleName(/white king/)
  await expect(scene.cell('f1')).toHaveAccessibleName(/white rook/)
  await expect(scene.cell('c8')).toHaveAccessibleName(/black king/)
  await expect(scene.cell('d8')).toHaveAccessibleName(/black rook/)
  await expect(scene.moves()).toHaveText(['O-O', 'O-O-O'])
})

const CASTLING = [
  ['through an attacked cell', '4k3/8/8/5r2/8/8/8/R3K2R w KQ - 0 1', 'c1 d1 d2 e2'],
  ['to an attacked cell', '4k3/8/8/6r1/8/8/8/R3K2R w KQ - 0 1', 'c1 d1 d2 e2 f1 f2'],
  ['out of check', '4k3/8/8/4r3/8/8/8/R3K2R w KQ - 0 1', 'd1 d2 f1 f2'],
  ['across a piece', '4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1', 'd1 d2 e2 f1 f2'],
  ['with a rook that has moved', '4k3/8/8/8/8/8/8/R3K2R w Q - 0 1', 'c1 d1 d2 e2 f1 f2'],
] as const

test('castling is illegal where any of its conditions fails', async () => {
  for (const [reason, position, cells] of CASTLING) {
    await test.step(reason, async () => {
      await scene.begin({ position })
      await scene.press('e1')
      await expectTargets(...cells.split(' '))
    })
  }
  await scene.begin({ position: '4k3/p7/8/8/8/8/8/R3K2R w KQ - 0 1' })
  await scene.play('e1e2', 'a7a6', 'e2e1', 'a6a5')
  await scene.press('e1')
  await expectTargets('d1', 'd2', 'e2', 'f1', 'f2')
})

test('en passant is legal at once, and never later', async () => {
  await scene.play('e2e4', 'a7a6', 'e4e5', 'd7d5', 'e5d6')
  await expect(scene.cell('d5')).toHaveAccessibleName(/empty/)
  await expect(scene.cell('d6')).toHaveAccessibleName(/white pawn/)
  await scene.act('Undo')
  await expect(scene.cell('d5')).toHaveAccessibleName(/black pawn/)
  await scene.play('a2a3', 'a6a5')
  await scene.press('e5')
  await expectTargets('e6')
})

test('a pawn promotes to each piece', async () => {
  for (const role of ['Queen', 'Rook', 'Bishop', 'Knight']) {
    await scene.begin({ position: '8/P6k/7p/8/8/8/8/K7 w - - 0 1' })
    await scene.play('a7a8')
    const chooser = scene.dialog('Promote to')
    await expect(chooser.getByRole('button', { name: 'Queen' })).toBeFocused()
    await expect(chooser.getByRole('button')).toHaveCount(4)
    await chooser.getByRole('button', { name: role }).click()
    await expect(scene.cell('a8')).toHaveAccessibleName(new RegExp(`white ${role.toLowerCase()}`))
    await expect(scene.cell('a7')).toHaveAccessibleName(/empty/)
  }
})

test('selecting a piece without moves says that it can’t move', async ({ page }) => {
  await scene.press('e2')
  await scene.press('d1')
  await expect(scene.cell('d1')).toHaveAccessibleName(/selected/)
  await expect(page.getByText('The queen on d1 can’t move: it’s blocked.')).toBeVisible()
  await scene.play('e2e4')
  await expect(scene.moves()).toHaveText(['e4'])
})
