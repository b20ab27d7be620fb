import { serve } from '../server.js'
import { expect, ownServer, test } from './raum.js'
import { Table } from './table.js'

/** The page is kept once its worker has begun to work. */
const isKept = () => navigator.serviceWorker.ready.then(({ active }) => active !== null)

test('after one visit every board is there without the server, and can be played', async ({
  page,
}) => {
  ownServer()
  const server = await serve()
  const address = `http://${server.address}`
  await page.goto(`${address}/chess`)
  await page.evaluate(isKept)
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
  // What no screen needs at first is there, too.
  await table.begin()
  await expect(table.moves()).toHaveCount(0)
  await page.goto(`${address}/`)
  await expect(page.getByRole('link', { name: 'Play here' })).toHaveCount(3)
})

test('after one visit the board is there without a network', async ({ page, context }) => {
  const table = new Table(page)
  await table.open('chess')
  await page.evaluate(isKept)
  await context.setOffline(true)
  await page.reload()
  await table.play('e2e4', 'e7e5')
  await expect(table.cell('e5')).toHaveAccessibleName(/black pawn/)
})

test('what is not the page is never answered for the server', async ({ page, context }) => {
  await page.goto('/chess')
  await page.evaluate(isKept)
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
