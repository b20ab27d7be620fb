// On a system that sets its own colours, squares, sides and states stay visible, in 2D and 3D.

import { contrastsOf } from './contrast.js'
import { expect, test } from './raum.js'
import { Scene } from './scene.js'

test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })
test.setTimeout(120_000)

for (const scheme of ['light', 'dark'] as const) {
  test(`both sides stand out on both kinds of tiles, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width: 880, height: 640 })
    const scene = new Scene(page)
    await scene.open('chess', { paints: true })
    const empty: [string, boolean][] = ['a3', 'b3', 'e4', 'f4', 'd5', 'c6'].map((name) => {
      const [x, y] = [name.charCodeAt(0) - 97, Number(name[1]) - 1]
      return [`${x}.${y}.0`, (x + y) % 2 === 0]
    })
    const { pieces, tiles } = await contrastsOf(scene, empty)
    expect(pieces).toHaveLength(32)
    for (const { light, dark, ground } of pieces)
      expect(Math.min(light, dark, ground)).toBeGreaterThanOrEqual(3)
    expect(Math.min(tiles.light, tiles.dark)).toBeGreaterThanOrEqual(1.6)
    await scene.show('2D')
    const colourOf = (name: string) =>
      scene.cell(name).evaluate((cell) => getComputedStyle(cell).backgroundColor)
    const colours = [await colourOf('a1'), await colourOf('b1'), await ground(scene)]
    expect(new Set(colours).size).toBe(3)
    const chosen = page.getByText('2D', { exact: true }).locator('..')
    const other = page.getByText('3D', { exact: true }).locator('..')
    const background = (each: typeof chosen) =>
      each.evaluate((label) => getComputedStyle(label).backgroundColor)
    expect(await background(chosen)).not.toBe(await background(other))
  })
}

function ground(scene: Scene): Promise<string> {
  return scene.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
}
