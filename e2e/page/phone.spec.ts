import type { Page } from '@playwright/test'

import { Alone } from './alone.js'
import { checkAxe } from './axe.js'
import { expect, test } from './raum.js'
import { Scene } from './scene.js'
import { FOOLS_MATE, Table } from './table.js'

test('a game of chess is played to mate by touch', async ({ page }) => {
  const table = new Table(page, 'tap')
  await page.goto('/')
  await page.getByRole('link', { name: 'Two players, this device' }).first().tap()
  await table.cell('e2').waitFor()
  await table.play(...FOOLS_MATE)
  await expect(table.dialog('Checkmate — Black wins')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Restart' }).tap()
  await expect(table.status()).toHaveText('White to move')
})

test('space chess and tic-tac-toe are played by touch', async ({ page }) => {
  const table = new Table(page, 'tap')
  await table.open('space')
  await table.play('Bc1Cc1', 'Dd5Ce4')
  await expect(table.moves()).toHaveText(['QCc1', 'UCe4'])
  await table.open('tictactoe')
  await table.mark(0, 3, 1, 4, 2)
  await expect(table.dialog('Three in a row — X wins')).toBeVisible()
})

test('the computer is played by touch, and its dialog needs no scrolling to start', async ({
  page,
}) => {
  const table = await Alone.on(page, { by: 'tap' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Play the computer' }).first().tap()
  const dialog = table.dialog('Play the computer')
  await expect(dialog.getByRole('button', { name: 'Start New Game' })).toBeInViewport()
  await checkAxe(page, 'play the computer')
  await dialog.getByRole('button', { name: 'Start New Game' }).tap()
  await table.play('e2e4')
  await expect(table.moves()).toHaveCount(2)
  expect((await measures(page)).scrollWidth).toBe(360)
  await table.act('Hint')
  await expect(table.advice()).toHaveText(/^Hint: /)
})

test('the tour and the rules are read and played by touch', async ({ page }) => {
  const table = new Table(page, 'tap')
  await page.goto('/learn/space')
  const panel = page.getByRole('region', { name: 'Learn space chess' })
  await expect(panel.getByText('Choose your king on Bb2')).toBeInViewport()
  await table.press('Bb2')
  await table.press('Bc2')
  await expect(panel.getByRole('status')).toHaveText(/^Not quite\. /)
  await table.press('Bb2')
  await table.press('Cb2')
  await expect(panel.getByRole('status')).toHaveText('Right!')
  await table.press('Cb2')
  await table.press('Dc3')
  await panel.getByRole('button', { name: 'Next' }).tap()
  await expect(panel.getByRole('heading')).toHaveText('Rook: one axis')
  expect((await measures(page)).scrollWidth).toBe(360)
  await checkAxe(page, 'the tour')
  await page.goto('/?rules=chess')
  const rules = page.getByRole('dialog', { name: 'Rules of chess' })
  const rook = rules.getByRole('figure', { name: /^A rook on d4/ })
  await rook.getByRole('gridcell', { name: /^d8,/ }).tap()
  await expect(rook.getByRole('gridcell', { name: /^d8, white rook/ })).toBeVisible()
  expect((await measures(page)).scrollWidth).toBe(360)
})

test('cells are large enough for a finger, and no screen scrolls sideways', async ({ page }) => {
  const table = new Table(page, 'tap')
  for (const kind of ['chess', 'space', 'tictactoe'] as const) {
    await table.open(kind)
    const { scrollWidth, clientWidth } = await measures(page)
    expect(scrollWidth, kind).toBe(clientWidth)
    const { width, height } = (await page.getByRole('gridcell').first().boundingBox()) ?? {}
    expect(Math.min(width ?? 0, height ?? 0), kind).toBeGreaterThanOrEqual(36)
  }
  await page.goto('/')
  await page.getByRole('link', { name: 'Two players, this device' }).first().waitFor()
  expect((await measures(page)).scrollWidth).toBe(360)
})

test('a game and a dialog on a phone pass axe', async ({ page }) => {
  const table = new Table(page, 'tap')
  await table.open('chess')
  await table.press('e2')
  await checkAxe(page, 'chess, a pawn selected')
  await table.openTab('Moves')
  await checkAxe(page, 'chess, the sheet open')
  await table.act('Save / load')
  await page.getByRole('dialog').waitFor()
  await checkAxe(page, 'save, load')
})

for (const [kind, moves, made] of [
  ['chess', ['e2e4', 'e7e5', 'd2d4'], ['e4', 'e5', 'd4']],
  ['space', ['Bc1Cc1', 'Dd5Ce4', 'Bb1Dd3'], ['QCc1', 'UCe4', 'UDd3']],
] as const) {
  test(`one finger rotates the 3D board of ${kind}, two zoom, and a tap plays`, async ({
    page,
  }) => {
    // Low enough that the page could scroll.
    await page.setViewportSize({ width: 360, height: 560 })
    const scene = new Scene(page, 'tap')
    await scene.open(kind)
    const before = await scene.view()
    await scene.play(...moves.slice(0, 1))
    const corner = await scene.emptySpace()
    await scene.swipe([corner, { x: corner.x + 60, y: corner.y + 90 }])
    // Anywhere else this swipe would scroll the page.
    await scene.swipe([{ x: corner.x, y: corner.y + 60 }, corner])
    const turned = await scene.view()
    expect(turned.azimuth).toBeLessThan(before.azimuth - 0.3)
    expect(turned.elevation).toBeGreaterThan(before.elevation + 0.1)
    expect(turned.distance).toBe(before.distance)
    await scene.play(...moves.slice(1, 2))
    await scene.swipe(
      [corner, { x: corner.x + 60, y: corner.y + 60 }],
      [
        { x: corner.x + 180, y: corner.y + 180 },
        { x: corner.x + 120, y: corner.y + 120 },
      ],
    )
    expect((await scene.view()).distance).toBeGreaterThan(1.2)
    await scene.play(...moves.slice(2))
    await expect(scene.moves()).toHaveText([...made])
    // The page could scroll, but has not.
    const { scrollTop, scale, scrollHeight, clientHeight, ...wide } = await measures(page)
    expect(wide.scrollWidth).toBe(wide.clientWidth)
    expect(scrollHeight).toBeGreaterThan(clientHeight)
    expect({ scrollTop, scale }).toEqual({ scrollTop: 0, scale: 1 })
  })
}

test('an online game is played by touch, in 2D and 3D', async ({ people }) => {
  const [ann, ben] = await people('Ann', 'Ben')
  const link = await ann.create('space', { side: 'White' })
  await ben.enter(link)
  await ann.board()
  await ann.play('Bc1Cc1')
  await expect(ben.moves()).toHaveCount(1)
  const scene = new Scene(ben.page, 'tap')
  await scene.show('3D')
  await scene.play('Dd5Ce4')
  await expect(ann.moves()).toHaveCount(2)
  await ann.play('Bb1Dd3')
  await expect(ben.moves()).toHaveCount(3)
  for (const { page } of [ann, ben]) {
    const { scrollWidth, clientWidth } = await measures(page)
    expect(scrollWidth).toBe(clientWidth)
  }
  // On a phone the chat starts closed, and counts unread messages.
  await ann.openChat()
  await ann.say('Careful!')
  await expect(ben.button('Chat, 1 unread')).toBeVisible()
  await scene.play('Dc5Ac2')
  for (const room of [ann, ben]) {
    const end = room.dialog('Checkmate — Black wins')
    await end.getByRole('button', { name: 'Rematch' }).tap()
  }
  await expect(ann.moves()).toHaveCount(0)
  await checkAxe(ann.page, 'an online game on a phone')
})

test('a picture and an animation are shared by touch', async ({ page }) => {
  const table = new Table(page, 'tap')
  await table.open('chess')
  await table.play('e2e4', 'e7e5')
  await table.act('Share')
  const dialog = table.dialog('Share')
  const save = dialog.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeInViewport()
  await expect(dialog.getByRole('img')).toBeInViewport({ ratio: 1 })
  await checkAxe(page, 'share, on a phone')
  await dialog.getByText('Animated GIF', { exact: true }).tap()
  await dialog.getByRole('button', { name: 'Make GIF' }).tap()
  await expect(dialog.getByText('The GIF is ready.')).toBeVisible()
  const saving = page.waitForEvent('download')
  await save.tap()
  expect((await saving).suggestedFilename()).toMatch(/^raum-chess-.*\.gif$/)
  const { scrollWidth, clientWidth } = await measures(page)
  expect(scrollWidth).toBe(clientWidth)
})

/** The size of the page and of the viewport, and the scroll position. */
function measures(page: Page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight, scrollTop } =
      document.documentElement
    const scale = visualViewport?.scale
    return { scrollWidth, clientWidth, scrollHeight, clientHeight, scrollTop, scale }
  })
}
