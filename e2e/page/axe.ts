import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** Runs axe on the current screen in both themes. Violations are soft failures: the test goes on to its next screen. */
export async function checkAxe(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // The legacy mode collects the results in this page instead of a new one, which takes three times as long and is only
    // needed for frames of other origins.
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode()
      .options({ resultTypes: ['violations'] })
      .analyze()
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
    expect.soft(found, `${screen}, ${colorScheme}`).toEqual([])
  }
}
