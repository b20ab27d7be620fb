// Playing with the keyboard alone.

import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** The name of the focused cell, or an empty string. */
export async function cursor(page: Page): Promise<string> {
  const label = await page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.getAttribute('role') === 'gridcell'
      ? activeElement.getAttribute('aria-label')
      : null
  })
  return label?.split(',')[0] ?? ''
}

/** Presses Tab until the focus is on a board. */
export async function enter(page: Page): Promise<void> {
  for (let presses = 0; presses < 50 && (await cursor(page)) === ''; presses += 1) {
    await page.keyboard.press('Tab')
  }
}

/** Moves the cursor to a cell with the arrow keys, and Page Up and Page Down between levels, and presses Enter. */
export async function walk(page: Page, to: string): Promise<void> {
  const from = await cursor(page)
  const steps = (place: number) =>
    (to.at(place)?.charCodeAt(0) ?? 0) - (from.at(place)?.charCodeAt(0) ?? 0)
  const press = async (count: number, more: string, less: string) => {
    for (let step = 0; step < Math.abs(count); step += 1) {
      await page.keyboard.press(count > 0 ? more : less)
    }
  }
  await press(steps(-2), 'ArrowRight', 'ArrowLeft')
  await press(steps(-1), 'ArrowUp', 'ArrowDown')
  if (to.length === 3) await press(steps(-3), 'PageUp', 'PageDown')
  expect(await cursor(page)).toBe(to)
  await page.keyboard.press('Enter')
}
