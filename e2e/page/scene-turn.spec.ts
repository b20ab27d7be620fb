// The 3D board can be rotated, tilted and zoomed without losing the selection or the game.

import { expect, test } from './raum.js'
import { Scene } from './scene.js'

let scene: Scene

test.beforeEach(async ({ page }) => {
  scene = new Scene(page)
  await scene.open('chess')
})

const degrees = (angle: number) => (angle * Math.PI) / 180

/** The initial view of chess. */
const WHITE = { azimuth: 0, elevation: degrees(52), distance: 1 }

async function expectSelected(cell: string): Promise<void> {
  await expect(scene.cell(cell)).toHaveAccessibleName(/selected/)
}

for (const button of ['left', 'middle', 'right'] as const) {
  test(`dragging with the ${button} button rotates the board and keeps the selection`, async () => {
    await scene.press('e2')
    await scene.drag(await scene.emptySpace(), { x: 160, y: -40 }, button)
    const { azimuth, elevation, distance } = await scene.view()
    expect(azimuth).toBeLessThan(-0.5)
    expect(elevation).toBeLessThan(WHITE.elevation - 0.1)
    expect(distance).toBe(1)
    await expectSelected('e2')
    expect(await scene.targets()).toEqual(['e3', 'e4'])
    await scene.press('e4')
    await scene.play('e7e5', 'd2d4')
    await expect(scene.moves()).toHaveText(['e4', 'e5', 'd4'])
  })
}

test('dragging a piece with the right button rotates the board, and a right click deselects', async () => {
  await scene.press('e2')
  await scene.drag(await scene.pointOf('d1'), { x: 80, y: 0 }, 'right')
  expect((await scene.view()).azimuth).toBeLessThan(-0.3)
  await expectSelected('e2')
  await scene.cancel('d1')
  await expect(scene.cell('e2')).not.toHaveAccessibleName(/selected/)
})

test('keys rotate and tilt the board', async () => {
  await scene.press('e2')
  for (const [key, opposite, turned] of [
    ['q', 'e', { azimuth: degrees(-15) }],
    ['e', 'q', { azimuth: degrees(15) }],
    ['r', 'f', { elevation: degrees(67) }],
    ['f', 'r', { elevation: degrees(37) }],
    ['ArrowLeft', 'ArrowRight', { azimuth: degrees(-15) }],
    ['ArrowRight', 'ArrowLeft', { azimuth: degrees(15) }],
    ['ArrowUp', 'ArrowDown', { elevation: degrees(67) }],
    ['ArrowDown', 'ArrowUp', { elevation: degrees(37) }],
  ] as const) {
    await scene.keys(key)
    expectView(await scene.view(), { ...WHITE, ...turned })
    await scene.keys(opposite)
    expectView(await scene.view(), WHITE)
  }
  await scene.keys('E', 'E', 'E', 'F')
  await expectSelected('e2')
  await scene.press('e3')
  await expect(scene.moves()).toHaveText(['e3'])
})

test('keys rotate the board wherever the focus is, except in text fields and grids', async ({
  page,
}) => {
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
    await scene.rest()
  }
  // The focus is on the 2D/3D switch, which keeps its own arrow keys.
  await press('e', 'r')
  expectView(await scene.view(), { ...WHITE, azimuth: degrees(15), elevation: degrees(67) })
  await page.reload()
  await scene.rest()
  await press('q', 'f')
  expectView(await scene.view(), WHITE)
  await scene.snap('Black')
  await press('ArrowLeft')
  expect(Math.cos((await scene.view()).azimuth - degrees(165))).toBeCloseTo(1)
  await press('t')
  expect((await scene.view()).elevation).toBeCloseTo(degrees(90))
  await scene.snap('White')
  const field = await scene.typing()
  await field.press('e')
  await field.press('ArrowLeft')
  await expect(field).toHaveValue('e')
  await page.keyboard.press('Escape')
  await scene.cell('e2').focus()
  await press('ArrowUp', 'e')
  await expect(scene.cell('e3')).toBeFocused()
  await scene.act('New game')
  await scene.dialog('New game').waitFor()
  await press('e', 'ArrowUp')
  expectView(await scene.view(), WHITE)
})

test('a button snaps to each named view, where moves can be made', async () => {
  const moves = ['e2e4', 'e7e5', 'g1f3', 'b8c6']
  for (const [name, azimuth, elevation] of [
    ['Black', 180, 52],
    ['Isometric', 45, 36],
    ['Top', 0, 90],
    ['White', 0, 52],
  ] as const) {
    await scene.snap(name)
    const view = await scene.view()
    expect(Math.cos(view.azimuth - degrees(azimuth)), name).toBeCloseTo(1)
    expect(view.elevation, name).toBeCloseTo(degrees(elevation))
    await scene.play(...moves.splice(0, 1))
  }
  await expect(scene.moves()).toHaveText(['e4', 'e5', 'Nf3', 'Nc6'])
})

test('zoom and tilt stop at their limits', async () => {
  const wheel = async (amount: number) => {
    await scene.page.mouse.wheel(0, amount)
    await scene.rest()
    return (await scene.view()).distance
  }
  await scene.begin({ position: 'k7/8/8/3pp3/3P4/8/8/K7 w - - 0 1' })
  await scene.hover('e5')
  const far = await wheel(3000)
  expect(far).toBeGreaterThan(1.2)
  expect(await wheel(3000)).toBe(far)
  await scene.play('d4e5')
  const near = await wheel(-3000)
  expect(near).toBeLessThan(0.8)
  expect(await wheel(-3000)).toBe(near)
  expect(near).toBeGreaterThan(0.1)
  await scene.play('d5d4')
  await scene.keys(...Array<string>(12).fill('f'))
  expect((await scene.view()).elevation).toBeGreaterThan(0)
  await scene.keys(...Array<string>(12).fill('r'))
  expect((await scene.view()).elevation).toBeCloseTo(degrees(90))
  await expect(scene.moves()).toHaveText(['dxe5', 'd4'])
})

test('switching between 2D and 3D keeps the game and the view, and survives a reload', async ({
  page,
}) => {
  await scene.play('e2e4', 'e7e5')
  await scene.press('g1')
  await scene.keys('e', 'r')
  const turned = await scene.view()
  await scene.show('2D')
  await expect(scene.canvas()).toBeHidden()
  await expectSelected('g1')
  await scene.cell('f3').click()
  await expect(scene.moves()).toHaveText(['e4', 'e5', 'Nf3'])
  await scene.show('3D')
  expectView(await scene.view(), turned)
  await scene.play('b8c6')
  await page.reload()
  await scene.rest()
  expectView(await scene.view(), turned)
  await expect(scene.moves()).toHaveText(['e4', 'e5', 'Nf3', 'Nc6'])
  await scene.play('f1c4')
  await scene.show('2D')
  await page.reload()
  await scene.cell('c4').waitFor()
  await expect(scene.canvas()).toBeHidden()
  await expect(scene.moves()).toHaveCount(5)
})

function expectView(view: typeof WHITE, wanted: typeof WHITE): void {
  // Angles are equal modulo a full turn.
  expect(Math.cos(view.azimuth - wanted.azimuth)).toBeCloseTo(1)
  expect(view.elevation).toBeCloseTo(wanted.elevation)
  expect(view.distance).toBeCloseTo(wanted.distance)
}
