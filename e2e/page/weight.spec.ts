import { expect, test } from './raum.js'

/** As in web/scripts/weigh.mjs. */
const LIMIT_BYTES = 120_000

declare const boardSeen: { at: number }

test('what arrives before a 2D board stays within the build’s limit', async ({ page }) => {
  await page.addInitScript(() => {
    const boardSeen = { at: Infinity }
    Object.assign(globalThis, { boardSeen })
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[role="gridcell"]')) return
      boardSeen.at = performance.now()
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/chess')
  await page.getByRole('gridcell').first().waitFor()
  const loaded = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= boardSeen.at)
      .map(({ name, encodedBodySize, decodedBodySize }) => ({
        name,
        encodedBodySize,
        decodedBodySize,
      })),
  )
  const names = loaded.map(({ name }) => name).join('\n')
  for (const part of [/\/chess$/m, /\.js$/m, /\.css$/m, /\.wasm$/m]) expect(names).toMatch(part)
  for (const { name, encodedBodySize, decodedBodySize } of loaded)
    expect(encodedBodySize, `${name} is compressed`).toBeLessThan(decodedBodySize)
  const bytes = loaded.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  expect(bytes, JSON.stringify(loaded)).toBeLessThan(LIMIT_BYTES)
})
