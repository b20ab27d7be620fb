// Space chess in 3D: a game by clicks, the 2D levels beside it, and the level controls.

import type { Locator } from '@playwright/test'

import { expect, test } from './raum.js'
import { Scene } from './scene.js'

let scene: Scene

test.beforeEach(async ({ page }) => {
  scene = new Scene(page)
  await scene.open('space')
})

test('a game is played to mate', async () => {
  await scene.press('Bc1')
  await expect(scene.cell('Cc1')).toHaveAccessibleName('Cc1, empty, can move here')
  await scene.press('Cc1')
  await scene.play('Dd5Ce4', 'Bb1Dd3', 'Dc5Ac2')
  await expect(scene.dialog('Checkmate — Black wins')).toBeVisible()
  await expect(scene.moves()).toHaveText(['QCc1', 'UCe4', 'UDd3', 'QxAc2#'])
})

test('the 3D board and the 2D levels share one selection', async () => {
  await scene.press('Bc1')
  await expect(scene.cell('Bc1')).toHaveAccessibleName(/selected/)
  await scene.cell('Cc1').click()
  await expect(scene.moves()).toHaveText(['QCc1'])
  await scene.cell('Dd5').click()
  await scene.press('Ce4')
  await expect(scene.moves()).toHaveText(['QCc1', 'UCe4'])
  await scene.press('Bb1')
  await scene.cell('Cc3').click({ button: 'right' })
  await expect(scene.cell('Bb1')).not.toHaveAccessibleName(/selected/)
})

test('hovering over a cell in 3D highlights it and its column in 2D', async () => {
  await scene.hover('Ba2')
  await expect(scene.cell('Ba2')).toHaveAttribute('data-hovered')
  for (const level of 'ACDE') {
    await expect(scene.cell(`${level}a2`)).toHaveAttribute('data-column')
  }
  await scene.hover('Ec5')
  await expect(scene.cell('Ec5')).toHaveAttribute('data-hovered')
  await expect(scene.cell('Ba2')).not.toHaveAttribute('data-hovered')
})

test('keys and drags show the board from below, where moves can be made', async () => {
  await scene.keys('f', 'f', 'f')
  expect((await scene.view()).elevation).toBeLessThan(-0.3)
  await scene.play('Bc1Cc1')
  await expect(scene.moves()).toHaveText(['QCc1'])
  await scene.drag(await scene.emptySpace(), { x: 40, y: -120 })
  expect((await scene.view()).elevation).toBeLessThan(-1)
  await scene.play('Dd5Ce4')
  await expect(scene.moves()).toHaveText(['QCc1', 'UCe4'])
})

test('hovering over a cell in 2D highlights it in 3D', async () => {
  await scene.rest()
  const before = await scene.frames()
  await scene.cell('Cc3').hover()
  await expect.poll(() => scene.frames()).toBeGreaterThan(before)
})

test('a slider sets the level spacing, and moves can be made at any spacing', async ({ page }) => {
  await scene.openViewOptions()
  const slider = page.getByRole('slider', { name: 'Level spacing' })
  await expect(slider).toHaveValue('2.5')
  expect((await scene.view()).gap).toBe(2.5)
  await slider.fill('3.5')
  await scene.rest()
  expect((await scene.view()).gap).toBe(3.5)
  await scene.play('Ba2Ba3')
  await slider.fill('1.1')
  await scene.rest()
  expect((await scene.view()).gap).toBe(1.1)
  await scene.play('Ea4Ea3')
  await expect(scene.moves()).toHaveText(['Ba3', 'Ea3'])
})

test('a button snaps to each named view', async ({ page }) => {
  await scene.openViewOptions()
  const slider = page.getByRole('slider', { name: 'Level spacing' })
  for (const [name, azimuth, elevation, gap] of [
    ['Other side', 208, 23, '2.5'],
    ['Front', 0, 14, '2.5'],
    ['Cube', 28, 23, '1.1'],
    ['One level', 0, 90, '2.5'],
    ['My side', 28, 23, '2.5'],
  ] as const) {
    await scene.snap(name)
    const view = await scene.view()
    expect(Math.cos(view.azimuth - (azimuth * Math.PI) / 180), name).toBeCloseTo(1)
    expect(view.elevation, name).toBeCloseTo((elevation * Math.PI) / 180)
    await expect(slider, name).toHaveValue(gap)
    expect(String(view.gap), name).toBe(gap)
  }
})

test('buttons, keys and the wheel focus on one level', async ({ page }) => {
  const levels = page.getByRole('group', { name: 'Focus on a level' })
  const level = (name: string): Locator => levels.getByRole('button', { name: `Level ${name}` })
  const focused = levels.getByRole('button', { pressed: true })
  await expect(focused).toHaveCount(0)
  await level('B').click()
  await expect(focused).toHaveText('B')
  await level('B').click()
  await expect(focused).toHaveCount(0)
  await scene.keys('PageUp')
  await expect(focused).toHaveText('A')
  await scene.keys('PageUp')
  await expect(focused).toHaveText('B')
  await scene.play('Bc1Cc1')
  await scene.keys('PageDown', 'PageDown')
  await expect(focused).toHaveCount(0)
  await scene.hover('Cc3')
  await page.keyboard.down('Shift')
  await page.mouse.wheel(0, 100)
  await page.keyboard.up('Shift')
  await expect(focused).toHaveText('E')
  await expect(scene.moves()).toHaveText(['QCc1'])
})

test('a focused level can be played from above', async () => {
  await scene.snap('One level')
  await scene.keys('PageUp')
  await scene.play('Ba2Ba3')
  await expect(scene.moves()).toHaveText(['Ba3'])
})

test('a reload keeps the view and the level spacing', async ({ page }) => {
  await scene.keys('e', 'e', 'r', '+')
  await scene.openViewOptions()
  await page.getByRole('slider', { name: 'Level spacing' }).fill('3')
  await scene.rest()
  const before = await scene.view()
  await page.reload()
  await scene.rest()
  expect(await scene.view()).toEqual(before)
  expect(before.gap).toBe(3)
})
