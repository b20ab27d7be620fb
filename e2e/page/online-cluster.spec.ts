// Two players on different nodes of a cluster, and an outage of NATS under both.

import { startNats } from '../nats.js'
import { serve } from '../server.js'
import { expect, needsOwnServer, test } from './raum.js'
import { openRoom } from './room.js'

test.setTimeout(120_000)

test('players on two nodes see that they reconnect while NATS is down, and lose no move', async ({
  people,
}) => {
  needsOwnServer()
  const nats = await startNats()
  const args = ['--cluster', nats.url]
  const nodes = [await serve({ args }), await serve({ args })]
  const [first = '', second = ''] = nodes.map(({ address }) => `http://${address}`)
  for (const node of [first, second])
    await expect.poll(async () => (await fetch(`${node}/readyz`)).status).toBe(200)
  const [ann, ben] = await people('Ann', 'Ben')
  const room = await openRoom(first, 'chess')
  await ann.follow(`${first}/r/${room}`)
  await ann.waiting().waitFor()
  await ben.enter(`${second}/r/${room}`)
  await ann.board()
  await ann.play('e2e4')
  await expect(ben.moves()).toHaveText(['e4'])
  await nats.kill()
  for (const each of [ann, ben]) await expect(each.connection()).toHaveText(/Reconnecting…/)
  await expect.poll(async () => (await fetch(`${first}/readyz`)).status).toBe(503)
  // The move waits in the page.
  await ben.play('e7e5')
  await expect(ben.moves()).toHaveText(['e4', 'e5'])
  await nats.restart()
  for (const each of [ann, ben]) {
    await expect(each.connection()).toHaveText(/Connected/, { timeout: 45_000 })
    await expect(each.moves()).toHaveText(['e4', 'e5'])
  }
  await ann.play('g1f3')
  await expect(ben.moves()).toHaveText(['e4', 'e5', 'Nf3'])
  for (const node of nodes) await node.end()
  await nats.end()
})
