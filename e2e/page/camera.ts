// Screenshots for the documentation. Without RAUM_UPDATE=1 a run only proves that they can be taken.

import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { expect, test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

export const PICTURES = resolve('../docs/pictures')

/** Whether this run overwrites the pictures in the documentation. */
const isUpdate = process.env['RAUM_UPDATE'] === '1'

declare global {
  interface Window {
    /** The number of draw calls of the 3D scene. */
    raumDrawn?: number
  }
}

/** Counts the draw calls of the 3D scene. Unlike `Scene.prepare` it turns nothing off: a picture shows what people see. */
export async function prepare(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.raumDrawn = 0
    const { prototype } = WebGL2RenderingContext
    const draw = prototype.drawElementsInstanced
    prototype.drawElementsInstanced = function (...drawing) {
      window.raumDrawn = (window.raumDrawn ?? 0) + 1
      draw.apply(this, drawing)
    }
  })
}

/** Waits until the 3D board is drawn and has come to rest. */
export async function drawn(page: Page): Promise<void> {
  await page.getByRole('application').waitFor()
  await page.evaluate(async () => {
    let seen = 0
    for (let still = 0; still < 3;) {
      await new Promise(requestAnimationFrame)
      const now = window.raumDrawn ?? 0
      still = now > 0 && now === seen ? still + 1 : 0
      seen = now
    }
  })
}

/** Takes a picture of a page or an element. The file name's extension decides the format. */
export async function picture(seen: Page | Locator, name: string): Promise<void> {
  const jpeg = { type: 'jpeg', quality: 80 } as const
  const bytes = await seen.screenshot(name.endsWith('.png') ? { type: 'png' } : jpeg)
  const published = join(PICTURES, name)
  writeFileSync(isUpdate ? published : test.info().outputPath(name), bytes)
  expect(
    existsSync(published),
    `the documentation has no ${name}: create it with RAUM_UPDATE=1`,
  ).toBe(true)
}
