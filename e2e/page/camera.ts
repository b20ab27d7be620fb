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

/** The size of the picture on the home screen. */
const POSTER = { width: 800, height: 600 }

/** Takes the picture that the home screen shows until its board is drawn: WebP, which the browser encodes. */
export async function poster(seen: Locator, name: string): Promise<void> {
  const png = (await seen.screenshot({ type: 'png' })).toString('base64')
  const page = await seen.page().context().newPage()
  const webp = await page.evaluate(
    async ([content, { width, height }]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${content}`
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const scale = Math.max(width / image.width, height / image.height)
      const [wide, high] = [image.width * scale, image.height * scale]
      const drawing = canvas.getContext('2d')
      drawing?.drawImage(image, (width - wide) / 2, (height - high) / 2, wide, high)
      return canvas.toDataURL('image/webp', 0.82).replace(/^.*,/, '')
    },
    [png, POSTER] as const,
  )
  const published = join(resolve('../web/public'), name)
  const bytes = Buffer.from(webp, 'base64')
  expect(bytes.length, 'small enough for the first load').toBeLessThan(40_000)
  writeFileSync(isUpdate ? published : test.info().outputPath(name), bytes)
}
