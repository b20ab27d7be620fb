// Fixtures of the page's tests: a raum server on a free port, or a deployment, and people with a browser context each.

import { test as base } from '@playwright/test'

import { serve } from '../server.js'
import { Room } from './room.js'
import { Scene } from './scene.js'

export { expect } from '@playwright/test'

/** The URL of a deployment to test instead of a server of our own. */
const DEPLOYMENT = process.env['RAUM_URL']

/** First-time visitors by name, each with a browser context of their own. */
type People = <Names extends string[]>(...names: Names) => Promise<{ [index in keyof Names]: Room }>

export const test = base.extend<{ people: People }, { address: string }>({
  address: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's dependencies from its parameter.
    async ({}, use) => {
      if (DEPLOYMENT !== undefined) {
        await use(DEPLOYMENT.replace(/\/$/, ''))
        return
      }
      const server = await serve()
      await use(`http://${server.address}`)
      await server.end()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ address }, use) => {
    await use(address)
  },
  people: async ({ browser, hasTouch }, use) => {
    const rooms: Room[] = []
    const enter = async (name: string) => {
      const context = await browser.newContext()
      // The name is already saved in the settings.
      await context.addInitScript((called) => {
        const settings = 'raum.settings'
        if (localStorage.getItem(settings) === null) {
          localStorage.setItem(settings, JSON.stringify({ name: called, sounds: false }))
        }
      }, name)
      const room = new Room(await context.newPage(), hasTouch ? 'tap' : 'click')
      await new Scene(room.page).prepare()
      rooms.push(room)
      return room
    }
    await use(((...names: string[]) => Promise.all(names.map(enter))) as People)
    for (const { page } of rooms) await page.context().close()
  },
})

/** Skips a test that starts and stops servers when the tests run against a deployment. */
export function needsOwnServer(): void {
  test.skip(DEPLOYMENT !== undefined, 'starts and stops servers')
}
