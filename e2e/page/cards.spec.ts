// What a messenger reads of a link, with a browser's parser.

import type { Page } from '@playwright/test'

import { freePort } from '../nats.js'
import { serve } from '../server.js'
import { expect, needsOwnServer, test } from './raum.js'
import { openRoom } from './room.js'

/** The tags of Open Graph in the page at an address, without its script. */
async function cardAt(page: Page, address: string): Promise<{ [name: string]: string }> {
  const html = await (await fetch(address)).text()
  return page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'text/html')
    const tags = parsed.querySelectorAll('head > meta[property^="og:"]')
    const entries = Array.from(tags, (tag) => [
      tag.getAttribute('property') ?? '',
      tag.getAttribute('content') ?? '',
    ])
    return Object.fromEntries([...entries, ['title', parsed.title]]) as { [name: string]: string }
  }, html)
}

test('a link to a room has a title, a text and a picture, and the page still works', async ({
  people,
}) => {
  needsOwnServer()
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const server = await serve({
    args: ['--public-url', address],
    listen: `127.0.0.1:${port}`,
  })
  const [ann, ben] = await people('Ann', 'Ben')
  const room = await openRoom(address, 'space')
  await ann.follow(`${address}/r/${room}`)
  await ann.waiting().waitFor()
  const invited = await cardAt(ann.page, `${address}/r/${room}`)
  expect(invited['og:title']).toBe('Ann invites you to space chess')
  expect(invited['title']).toBe(invited['og:title'])
  expect(invited['og:url']).toBe(`${address}/r/${room}`)
  await ben.enter(`${address}/r/${room}`)
  await ann.board()
  const playing = await cardAt(ann.page, `${address}/r/${room}`)
  expect(playing['og:title']).toMatch(/^(Ann v Ben|Ben v Ann): space chess$/)
  expect(playing['og:description']).toContain('White to move')
  const size = await ann.page.evaluate(async (url) => {
    const picture = await createImageBitmap(await (await fetch(url)).blob())
    return [String(picture.width), String(picture.height)]
  }, playing['og:image'] ?? '')
  expect(size).toEqual([playing['og:image:width'], playing['og:image:height']])
  const home = await cardAt(ann.page, `${address}/`)
  expect(home['og:image']).toBe(`${address}/picture/home.png`)
  await ben.page.goto(`${address}/`)
  await expect(ben.page.getByRole('button', { name: 'Create New Game' })).toBeVisible()
  await server.end()
})
