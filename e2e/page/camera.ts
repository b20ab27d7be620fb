// Pictures of the page, for the documents. In a run like others they only show that they can be taken.

import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { expect, test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

export const PICTURES = resolve('../docs/pictures')

/** Whether the documents are to have the pictures of this run. */
const isUpdate = process.env['RAUM_UPDATE'] === '1'

declare global {
  interface Window {
    /** How often something was drawn in space. */
    raumDrawn?: number
  }
}

/** Has a page count what it draws in space. Nothing else of it is as tests have it: a picture shows what people see. */
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

/** Waits until the board in space is drawn, and nothing more is. */
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

/** Takes a picture of a page, or of a part of it, for a file of the documents. Its ending says how it is written. */
export async function picture(seen: Page | Locator, name: string): Promise<void> {
  const jpeg = { type: 'jpeg', quality: 80 } as const
  const bytes = await seen.screenshot(name.endsWith('.png') ? { type: 'png' } : jpeg)
  const kept = join(PICTURES, name)
  writeFileSync(isUpdate ? kept : test.info().outputPath(name), bytes)
  expect(existsSync(kept), `the documents have no ${name}: RAUM_UPDATE=1 puts it there`).toBe(true)
}
