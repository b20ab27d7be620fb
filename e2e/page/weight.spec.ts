import { expect, test } from './raum.js'

test('the first load of a 2D board stays within the build’s limit', async ({ page }) => {
  await page.goto('/chess')
  await page.getByRole('gridcell').first().waitFor()
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => /\.(js|wasm)$/.test(name) && !name.endsWith('/worker.js'))
      .map(({ name, encodedBodySize }) => ({ name, encodedBodySize })),
  )
  // A part of the page is fetched and then imported from the cache (src/load.ts).
  const sizes = new Map(loaded.map(({ name, encodedBodySize }) => [name, encodedBodySize]))
  expect(sizes.size).toBeGreaterThan(1)
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  expect(bytes, JSON.stringify(loaded)).toBeLessThan(200_000)
})
