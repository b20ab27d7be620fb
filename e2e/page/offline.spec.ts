import { serve } from '../server.js'
import { expect, needsOwnServer, test } from './raum.js'
import { Table } from './table.js'

/** Whether the service worker is active: then the page is cached. */
const isCached = () => navigator.serviceWorker.ready.then(({ active }) => active !== null)

test('after one visit all games can be played without the server', async ({ page }) => {
  needsOwnServer()
  const server = await serve()
  const address = `http://${server.address}`
  await page.goto(`${address}/chess`)
  await page.evaluate(isCached)
  await server.end()
  await page.reload()
  const table = new Table(page)
  await table.play('e2e4')
  await expect(table.cell('e4')).toHaveAccessibleName(/white pawn/)
  await page.goto(`${address}/space`)
  await table.play('Aa2Aa3')
  await expect(table.moves()).toHaveCount(1)
  await page.goto(`${address}/tictactoe`)
  await table.mark(4)
  await expect(table.moves()).toHaveCount(1)
  // Lazily loaded parts are cached, too.
  await table.begin()
  await expect(table.moves()).toHaveCount(0)
  await page.goto(`${address}/`)
  await expect(page.getByText('Two players, this device')).toHaveCount(3)
})

test('after one visit a game can be played offline', async ({ page, context }) => {
  const table = new Table(page)
  await table.open('chess')
  await page.evaluate(isCached)
  await context.setOffline(true)
  await page.reload()
  await table.play('e2e4', 'e7e5')
  await expect(table.cell('e5')).toHaveAccessibleName(/black pawn/)
})

test('the service worker answers for the page alone, and not for the API', async ({
  page,
  context,
}) => {
  await page.goto('/chess')
  await page.evaluate(isCached)
  await page.reload()
  for (const path of [
    '/api/openapi.json',
    '/healthz',
    '/readyz',
    '/socket.io/',
    '/ws',
    '/nowhere',
  ]) {
    const answer = await page.goto(path)
    expect(answer?.fromServiceWorker(), path).toBe(false)
  }
  const screen = await page.goto('/tictactoe')
  expect(screen?.fromServiceWorker()).toBe(true)
  await context.setOffline(true)
  const asked = page.evaluate(() => fetch('/api/openapi.json').then(({ status }) => status))
  await expect(asked).rejects.toThrow('Failed to fetch')
})
