// What the 3D board costs, and the 2D board as its fallback.

import type { Page } from '@playwright/test'

import { checkAxe } from './axe.js'
import { expect, test } from './raum.js'
import { Scene } from './scene.js'
import { Table } from './table.js'

// The service worker would answer from its cache.
test.use({ serviceWorkers: 'block' })

/** The script of the 3D board, and its styles. */
const CHUNK = /\/Scene-[^/]*$/

const retry = (page: Page) => page.getByRole('button', { name: 'Try again' })

/** Expects that the game continues on the 2D board, with an explanation. */
async function expect2D(page: Page): Promise<void> {
  await expect(
    page.getByRole('status').filter({ hasText: 'The 3D board can’t be shown.' }),
  ).toBeVisible()
  await expect(page.getByRole('application')).toBeHidden()
  await expect(page.getByRole('gridcell').first()).toBeInViewport()
}

test('a game in 2D loads nothing of the 3D board', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => {
    if (CHUNK.test(request.url())) requested.push(request.url())
  })
  const table = new Table(page)
  await table.open('chess')
  await table.play('e2e4', 'e7e5')
  await table.open('tictactoe')
  await table.mark(4)
  await page.waitForLoadState('networkidle')
  expect(requested).toEqual([])
  const scene = new Scene(page)
  await scene.open('chess')
  expect(requested).not.toEqual([])
})

for (const [kind, piece] of [
  ['chess', 'b1'],
  ['space', 'Bc1'],
] as const) {
  test(`a resting board of ${kind} draws no frames, and a full one needs few draw calls`, async ({
    page,
  }) => {
    const errors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
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
    // A pointer that moves inside one cell changes nothing.
    for (const by of [1, -1, 2, 0]) await page.mouse.move(x + by, y)
    await page.evaluate(async () => {
      for (let frames = 0; frames < 30; frames += 1) await new Promise(requestAnimationFrame)
    })
    expect(await scene.frames()).toBe(drawn)
    expect(errors).toEqual([])
  })
}

test('without its script the 3D board falls back to 2D, and a retry shows it', async ({ page }) => {
  await page.route(CHUNK, (route) => route.abort())
  const table = new Table(page)
  await table.open('chess')
  await table.play('e2e4')
  await page.getByText('3D', { exact: true }).click()
  await expect2D(page)
  await table.play('e7e5')
  await retry(page).click()
  await expect2D(page)
  await page.unroute(CHUNK)
  await retry(page).click()
  await expect(page.getByRole('application')).toBeVisible()
  await expect(retry(page)).toBeHidden()
  await expect(table.moves()).toHaveText(['e4', 'e5'])
})

test('without WebGL the 3D board falls back to 2D', async ({ page }) => {
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...wanted) {
      return wanted[0] === 'webgl2' ? null : Reflect.apply(getContext, this, wanted)
    } as typeof getContext
  })
  const table = new Table(page)
  await table.open('space')
  await expect2D(page)
  await table.play('Bc1Cc1')
  await retry(page).click()
  await expect2D(page)
  await expect(table.moves()).toHaveText(['QCc1'])
})

test('a lost WebGL context falls back to 2D in mid-game', async ({ page }) => {
  const scene = new Scene(page)
  await scene.open('chess')
  await scene.play('e2e4', 'e7e5')
  await scene.press('g1')
  await page.evaluate(() => {
    const context = document.querySelector('canvas')?.getContext('webgl2')
    context?.getExtension('WEBGL_lose_context')?.loseContext()
  })
  await expect2D(page)
  await expect(scene.cell('g1')).toHaveAccessibleName(/selected/)
  await scene.cell('f3').click()
  await expect(scene.moves()).toHaveText(['e4', 'e5', 'Nf3'])
  await retry(page).click()
  await scene.rest()
  await scene.play('b8c6')
  await expect(scene.moves()).toHaveText(['e4', 'e5', 'Nf3', 'Nc6'])
})

test('the keyboard plays on the 3D board through the hidden grid', async ({ page }) => {
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

test('screens with a 3D board pass axe', async ({ page }) => {
  const scene = new Scene(page)
  await scene.open('chess')
  await scene.press('b1')
  await checkAxe(page, 'chess in 3D')
  await scene.open('space')
  await scene.press('Bc1')
  await checkAxe(page, 'space chess in 3D')
})
