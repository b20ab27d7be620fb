// Checks real pixels. The other tests of the scene skip painting to be fast.

import type { Page } from '@playwright/test'

import { expect, test } from './raum.js'
import { Scene } from './scene.js'

/** The number of pixels close to this colour in a screenshot of the board. */
async function painted(scene: Scene, [red, green, blue]: number[]): Promise<number> {
  const picture = (await scene.canvas().screenshot()).toString('base64')
  return scene.page.evaluate(
    async ({ encoded, colour }) => {
      const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes]))
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      const context = canvas.getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      const { data } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: [] }
      let count = 0
      for (let at = 0; at < data.length; at += 4) {
        if (colour.every((part, index) => Math.abs((data[at + index] ?? 0) - part) < 24)) count += 1
      }
      return count
    },
    { encoded: picture, colour: [red ?? 0, green ?? 0, blue ?? 0] },
  )
}

// A small picture: without a graphics card, painting takes a while.
test.use({ viewport: { width: 1000, height: 700 } })

const IVORY = [242, 234, 216]
const SLATE = [47, 58, 74]
const QUIET = [86, 180, 233]

async function open(page: Page, kind: 'chess' | 'space'): Promise<Scene> {
  const scene = new Scene(page)
  await scene.open(kind, { paints: true })
  return scene
}

for (const [kind, piece] of [
  ['chess', 'b1'],
  ['space', 'Ab1'],
] as const) {
  test(`${kind} paints both sides, and the targets of a selected piece`, async ({ page }) => {
    const scene = await open(page, kind)
    expect(await painted(scene, IVORY)).toBeGreaterThan(500)
    expect(await painted(scene, SLATE)).toBeGreaterThan(500)
    expect(await painted(scene, QUIET)).toBeLessThan(20)
    await scene.press(piece)
    await scene.rest()
    expect(await painted(scene, QUIET)).toBeGreaterThan(40)
  })
}
