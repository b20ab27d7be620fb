import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from './raum.js'

test('Chromium finds the page installable', async ({ playwright, launchOptions, address }) => {
  // Chromium installs nothing from a private window.
  const profile = mkdtempSync(join(tmpdir(), 'raum-'))
  const context = await playwright.chromium.launchPersistentContext(profile, launchOptions)
  const page = await context.newPage()
  await page.goto(`${address}/`)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const devtools = await context.newCDPSession(page)
  const manifest = await devtools.send('Page.getAppManifest')
  expect(manifest.errors).toEqual([])
  expect(manifest.url).toBe(`${address}/manifest.webmanifest`)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  const { shortcuts, start_url } = JSON.parse(manifest.data ?? '') as {
    shortcuts: { url: string }[]
    start_url: string
  }
  const answer = await page.goto(new URL(start_url, manifest.url).href)
  expect(answer?.status()).toBe(200)
  expect(shortcuts).toHaveLength(3)
  for (const { url } of shortcuts) {
    // Going from one fragment to another would not load the page.
    await page.goto('about:blank')
    await page.goto(new URL(url, manifest.url).href)
    await expect(page.getByRole('gridcell').first(), url).toBeVisible()
  }
  await context.close()
  rmSync(profile, { recursive: true })
})
