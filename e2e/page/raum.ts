// What every test of the page has: the program itself with the page in it, on a port of its own or wherever it was
// deployed, and people with a browser each.

import { test as base } from '@playwright/test'

import { serve } from '../server.js'
import { Room } from './room.js'
import { Scene } from './scene.js'

export { expect } from '@playwright/test'

/** A deployment to be tested, if there is one. */
const DEPLOYMENT = process.env['RAUM_URL']

/** People who have never been here, each with a browser of their own. */
type People = <Names extends string[]>(...names: Names) => Promise<{ [index in keyof Names]: Room }>

export const test = base.extend<{ people: People }, { address: string }>({
  address: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs.
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
      // As if they had said before what they are called.
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

/** Skips a test that has to own the server where the server is somebody's deployment. */
export function ownServer(): void {
  test.skip(DEPLOYMENT !== undefined, 'it starts and ends servers of its own')
}
