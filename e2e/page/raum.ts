// What every test of the page has: the program itself with the page in it, on a port of its own.

import { test as base } from '@playwright/test'

import { serve } from '../server.js'

export { expect } from '@playwright/test'

export const test = base.extend<object, { address: string }>({
  address: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs.
    async ({}, use) => {
      const server = await serve()
      await use(`http://${server.address}`)
      await server.end()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ address }, use) => {
    await use(address)
  },
})
