// What the board in space costs, and what happens where there is none.

import type { Page } from '@playwright/test'

import { look } from './axe.js'
import { expect, test } from './raum.js'
import { Scene } from './scene.js'
import { Table } from './table.js'

// The service worker would keep what is asked for here.
test.use({ serviceWorkers: 'block' })

/** The file that draws in space, and its styles. */
const CHUNK = /\/Scene-[^/]*$/

const retry = (page: Page) => page.getByRole('button', { name: 'Try again' })

/** The game goes on, on the flat board, and says why it is flat. */
async function expectFlat(page: Page): Promise<void> {
  await expect(
    page.getByRole('status').filter({ hasText: 'The board cannot be shown in space.' }),
  ).toBeVisible()
  await expect(page.getByRole('application')).toBeHidden()
  await expect(page.getByRole('gridcell').first()).toBeInViewport()
}

test('a flat game loads nothing that draws in space', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (CHUNK.test(request.url())) asked.push(request.url())
  })
  const table = new Table(page)
  await table.open('chess')
  await table.play('e2e4', 'e7e5')
  await table.open('tictactoe')
  await table.mark(4)
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  const scene = new Scene(page)
  await scene.open('chess')
  expect(asked).not.toEqual([])
})

for (const [kind, piece] of [
  ['chess', 'b1'],
  ['space', 'Bc1'],
] as const) {
  test(`a resting board of ${kind} draws nothing, and a full one draws little`, async ({
    page,
  }) => {
    const wrong: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') wrong.push(message.text())
    })
    const scene = new Scene(page)
    await scene.open(kind)
    expect(await scene.drawCalls()).toBeGreaterThan(0)
    expect(await scene.drawCalls()).toBeLessThanOrEqual(30)
    await scene.press(piece)
    await scene.rest()
    expect(await scene.targets()).not.toEqual([])
    expect(await scene.drawCalls()).toBeLessThanOrEqual(30)
    const { x, y } = await scene.pointOf(piece)
    const drawn = await scene.frames()
    // A pointer that stays in its cell changes nothing.
    for (const by of [1, -1, 2, 0]) await page.mouse.move(x + by, y)
    await page.evaluate(async () => {
      for (let frames = 0; frames < 30; frames += 1) await new Promise(requestAnimationFrame)
    })
    expect(await scene.frames()).toBe(drawn)
    expect(wrong).toEqual([])
  })
}

test('what draws in space cannot be loaded', async ({ page }) => {
  await page.route(CHUNK, (route) => route.abort())
  const table = new Table(page)
  await table.open('chess')
  await table.play('e2e4')
  await page.getByText('3D', { exact: true }).click()
  await expectFlat(page)
  await table.play('e7e5')
  await retry(page).click()
  await expectFlat(page)
  await page.unroute(CHUNK)
  await retry(page).click()
  await expect(page.getByRole('application')).toBeVisible()
  await expect(retry(page)).toBeHidden()
  await expect(table.moves()).toHaveText(['e4', 'e5'])
})

test('the browser cannot draw in space', async ({ page }) => {
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...wanted) {
      return wanted[0] === 'webgl2' ? null : Reflect.apply(getContext, this, wanted)
    } as typeof getContext
  })
  const table = new Table(page)
  await table.open('space')
  await expectFlat(page)
  await table.play('Bc1Cc1')
  await retry(page).click()
  await expectFlat(page)
  await expect(table.moves()).toHaveText(['QCc1'])
})

test('the graphics card is lost in the middle of a game', async ({ page }) => {
  const scene = new Scene(page)
  await scene.open('chess')
  await scene.play('e2e4', 'e7e5')
  await scene.press('g1')
  await page.evaluate(() => {
    const context = document.querySelector('canvas')?.getContext('webgl2')
    context?.getExtension('WEBGL_lose_context')?.loseContext()
  })
  await expectFlat(page)
  await expect(scene.cell('g1')).toHaveAccessibleName(/selected/)
  await scene.cell('f3').click()
  await expect(scene.moves()).toHaveText(['e4', 'e5', 'Nf3'])
  await retry(page).click()
  await scene.rest()
  await scene.play('b8c6')
  await expect(scene.moves()).toHaveText(['e4', 'e5', 'Nf3', 'Nc6'])
})

test('the keyboard moves in space by the unseen grid, and is seen there', async ({ page }) => {
  const scene = new Scene(page)
  await scene.open('chess')
  await scene.cell('e2').focus()
  await scene.rest()
  const drawn = await scene.frames()
  await page.keyboard.press('ArrowUp')
  await expect(scene.cell('e3')).toBeFocused()
  await expect.poll(() => scene.frames()).toBeGreaterThan(drawn)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(scene.cell('e2')).toHaveAccessibleName(/selected/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(scene.moves()).toHaveText(['e4'])
  expect((await scene.view()).azimuth).toBe(0)
})

test('axe finds nothing beside boards in space', async ({ page }) => {
  const scene = new Scene(page)
  await scene.open('chess')
  await scene.press('b1')
  await look(page, 'chess in space')
  await scene.open('space')
  await scene.press('Bc1')
  await look(page, 'space chess in space')
})
