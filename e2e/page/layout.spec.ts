// The board is as large as the window allows, and never too small for a finger: panels move, levels swipe, pages scroll.

import { expect, test } from './raum.js'
import { Scene } from './scene.js'
import { Table } from './table.js'

/** Windows, with what they stand for. */
const WINDOWS = [
  [1440, 900, 'a laptop'],
  [1366, 640, 'a small laptop'],
  [820, 1180, 'a tablet'],
  [800, 600, 'a split screen'],
  [390, 844, 'a phone'],
  [360, 640, 'a small phone'],
  [844, 390, 'a phone on its side'],
  [640, 400, 'a laptop at 200 %'],
  [320, 256, 'a laptop at 400 %'],
] as const

const FLAT = { sounds: false, looks: { chess: 'flat', space: 'flat' } }

for (const kind of ['chess', 'space', 'tictactoe'] as const) {
  test(`no cell of ${kind} is under 36 pixels, and the status is in sight`, async ({ page }) => {
    await page.addInitScript(
      (settings) => localStorage.setItem('raum.settings', JSON.stringify(settings)),
      FLAT,
    )
    const table = new Table(page)
    await table.open(kind)
    for (const [width, height, seen] of WINDOWS) {
      await test.step(seen, async () => {
        await page.setViewportSize({ width, height })
        const cell = await page.getByRole('gridcell').first().boundingBox()
        expect(cell?.width).toBeGreaterThanOrEqual(36)
        expect(cell?.height).toBeGreaterThanOrEqual(36)
        await expect(table.status()).toBeInViewport({ ratio: 1 })
        const overflow = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement
          return scrollWidth - clientWidth
        })
        expect(overflow).toBe(0)
      })
    }
  })
}

test('on a phone on its side, the panel is beside the board, and the levels swipe', async ({
  page,
}) => {
  await page.setViewportSize({ width: 844, height: 390 })
  const table = new Table(page)
  await table.open('chess')
  const [board, status] = [
    await page.getByRole('grid').boundingBox(),
    await table.status().boundingBox(),
  ]
  if (!board || !status) throw new Error('nothing is on screen')
  expect(board.height).toBeGreaterThan(340)
  expect(board.y + board.height).toBeLessThanOrEqual(390)
  expect(status.x).toBeGreaterThan(board.x + board.width)
  await table.open('space')
  const last = table.cell('Ee5')
  await expect(last).not.toBeInViewport()
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
  await table.play('Bc1Cc1')
  await expect(table.moves()).toHaveText(['QCc1'])
})

test('on a phone, offers and unread messages are in sight wherever the page is scrolled', async ({
  people,
}) => {
  const [ann, ben] = await people('Ann', 'Ben')
  for (const { page } of [ann, ben]) await page.setViewportSize({ width: 360, height: 640 })
  const link = await ann.create('space', { side: 'White' })
  await ben.enter(link)
  await ann.board()
  await ann.play('Bc1Cc1')
  await ben.page.getByRole('gridcell').last().scrollIntoViewIfNeeded()
  await expect(ben.status()).toBeInViewport({ ratio: 1 })
  await ann.openChat()
  await ann.say('Careful!')
  await expect(ben.button('Chat, 1 unread')).toBeInViewport({ ratio: 1 })
  await ann.act('Offer draw')
  await expect(ben.offers().getByRole('button', { name: 'Accept' })).toBeInViewport({ ratio: 1 })
  await ben.openChat()
  await expect(ben.lines()).toHaveCount(1)
  await expect(ben.button('Chat')).toBeInViewport({ ratio: 1 })
})

for (const [kind, pawns] of [
  ['chess', ['a2', 'h2', 'a7', 'h7']],
  ['space', ['Aa2', 'Ae2', 'Ba2', 'Be2', 'Da4', 'De4', 'Ea4', 'Ee4']],
] as const) {
  test(`the 3D board of ${kind} fills the stage of a laptop for both players`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const scene = new Scene(page)
    await scene.open(kind)
    for (const seat of ['first', 'second']) {
      if (seat === 'second') {
        await scene.act('Flip board')
        await scene.rest()
      }
      expect(await scene.canvas().boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 })
      const [board, area] = [await scene.boardBox(), await scene.freeArea()]
      const share = Math.max((board.right - board.left) / 1440, (board.bottom - board.top) / 900)
      expect(share, seat).toBeGreaterThanOrEqual(0.85)
      expect(board.left, seat).toBeGreaterThanOrEqual(area.left)
      expect(board.right, seat).toBeLessThanOrEqual(area.right)
      expect(Math.min(...(await scene.pieceHeights([...pawns]))), seat).toBeGreaterThanOrEqual(40)
    }
  })
}

test('the dock of flat levels is resized, hidden, and stays so', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const scene = new Scene(page)
  await scene.open('space')
  const handle = page.getByRole('separator', { name: 'Width of the flat levels' })
  const cellWidth = async () => (await scene.cell('Aa1').boundingBox())?.width ?? 0
  const [before, wide] = [await scene.boardBox(), await cellWidth()]
  const grip = await handle.boundingBox()
  await scene.drag({ x: (grip?.x ?? 0) + 8, y: (grip?.y ?? 0) + 200 }, { x: 120, y: 0 })
  expect(await cellWidth()).toBeGreaterThan(wide + 8)
  expect((await scene.boardBox()).left).toBeGreaterThan(before.left + 20)
  await handle.press('Home')
  await scene.rest()
  expect(await cellWidth()).toBeGreaterThanOrEqual(36)
  expect((await scene.view()).azimuth).toBeCloseTo((28 * Math.PI) / 180)
  await page.getByRole('button', { name: 'Flat levels' }).click()
  await scene.rest()
  expect((await scene.freeArea()).left).toBeLessThan(20)
  await page.reload()
  await scene.rest()
  await expect(handle).toBeHidden()
  // The grid is still there for the keyboard and screen readers.
  await scene.cell('Bc1').press('Enter')
  await expect(scene.cell('Cc1')).toHaveAccessibleName(/can move here/)
})

test('a hint tells first visitors that the board turns, until it has been turned', async ({
  page,
}) => {
  const scene = new Scene(page)
  await scene.open('chess')
  const hint = page.getByText('Drag to turn')
  // It fades by itself after a while, so it is looked for in the page rather than on the screen.
  await expect(hint).toHaveCount(1)
  await scene.keys('e')
  await expect(hint).toHaveCount(0)
  await page.reload()
  await scene.rest()
  await expect(hint).toHaveCount(0)
})
