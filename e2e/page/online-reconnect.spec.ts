// Lost connections, crashed servers, reloads and other devices: the game survives all of them.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { TcpProxy } from '../tcp-proxy.js'
import { serve } from '../server.js'
import { scanQr } from './qr.js'
import { expect, needsOwnServer, test } from './raum.js'
import { openRoom, plies, sit } from './room.js'

test('both players reconnect after the server is killed, and no move is lost', async ({
  people,
}) => {
  needsOwnServer()
  const data = mkdtempSync(join(tmpdir(), 'raum-'))
  const args = ['--data', data]
  const first = await serve({ args })
  const address = `http://${first.address}`
  const [ann, ben] = await people('Ann', 'Ben')
  const room = await openRoom(address, 'chess')
  await sit(`${address}/r/${room}`, ann, ben)
  await ann.play('e2e4')
  await expect(ben.moves()).toHaveText(['e4'])
  await first.kill()
  for (const each of [ann, ben]) await expect(each.connection()).toHaveText(/Reconnecting…/)
  // The board still works: a move is sent after the reconnect.
  await expect(ann.cell('e4')).toHaveAccessibleName(/white pawn/)
  await ben.play('e7e5')
  await expect(ben.moves()).toHaveText(['e4', 'e5'])
  const second = await serve({ args, listen: first.address })
  for (const each of [ann, ben]) {
    await expect(each.connection()).toHaveText(/Connected/)
    await expect(each.moves()).toHaveText(['e4', 'e5'])
  }
  await ann.play('g1f3')
  await expect(ben.moves()).toHaveText(['e4', 'e5', 'Nf3'])
  await second.end()
  rmSync(data, { recursive: true })
})

test('a creator in the space chess dialect keeps waiting while the server restarts', async ({
  people,
}) => {
  needsOwnServer()
  const data = mkdtempSync(join(tmpdir(), 'raum-'))
  const args = ['--data', data]
  const first = await serve({ args })
  const [ann, ben] = await people('Ann', 'Ben')
  await ann.page.goto(`http://${first.address}/?new=space&dialect=space`)
  await ann.dialog('Create New Game').getByRole('button', { name: 'Create New Game' }).click()
  await expect(ann.waiting()).toBeVisible()
  const link = await ann.link().inputValue()
  await first.kill()
  await expect(ann.connection()).toHaveText(/Reconnecting…/)
  const second = await serve({ args, listen: first.address })
  await expect(ann.connection()).toHaveText(/Connected/)
  await expect(ann.waiting()).toBeVisible()
  await ben.enter(link)
  await ann.board()
  await second.end()
  rmSync(data, { recursive: true })
})

for (const way of ['up', 'down'] as const) {
  const when = way === 'up' ? 'before' : 'after'
  test(`a connection cut ${when} the server received a move loses and repeats nothing`, async ({
    people,
    address,
  }) => {
    needsOwnServer()
    const proxy = await TcpProxy.to(address.replace('http://', ''))
    const [ann, ben] = await people('Ann', 'Ben')
    const room = await openRoom(address, 'chess')
    await ann.follow(`${proxy.address}/r/${room}`)
    await ann.waiting().waitFor()
    await ben.enter(room)
    await ann.board()
    await expect(ann.connection()).toHaveText(/Connected/)
    let loads = 0
    ann.page.on('load', () => (loads += 1))

    const { something } = proxy.hold(way)
    await ann.play('e2e4')
    await something
    // The move is shown at once, as unconfirmed.
    await expect(ann.moves()).toHaveText(['e4'])
    await expect(ann.page.getByText('Sending…')).toBeVisible()
    await expect.poll(() => plies(address, room)).toBe(way === 'up' ? 0 : 1)
    proxy.cut()

    await expect(ben.moves()).toHaveText(['e4'])
    await expect(ann.page.getByText('Sending…')).toHaveCount(0)
    await expect(ann.connection()).toHaveText(/Connected/)
    await ben.play('e7e5')
    for (const each of [ann, ben]) await expect(each.moves()).toHaveText(['e4', 'e5'])
    expect(await plies(address, room)).toBe(2)
    expect(loads).toBe(0)
    await proxy.end()
  })
}

test('an offline browser says so, and sends its move when it is back online', async ({
  people,
  address,
}) => {
  const [ann, ben] = await people('Ann', 'Ben')
  await sit(await openRoom(address, 'chess'), ann, ben)
  await ann.page.context().setOffline(true)
  await expect(ann.connection()).toHaveText(/Offline/)
  await ann.play('e2e4')
  await expect(ann.moves()).toHaveText(['e4'])
  await expect(ben.moves()).toHaveCount(0)
  await ann.page.context().setOffline(false)
  await expect(ann.connection()).toHaveText(/Connected/)
  await expect(ben.moves()).toHaveText(['e4'])
})

test('a move that arrives after the end is refused and disappears', async ({ people, address }) => {
  const [ann, ben] = await people('Ann', 'Ben')
  await sit(await openRoom(address, 'chess'), ann, ben)
  await ann.page.context().setOffline(true)
  await ann.play('e2e4')
  await expect(ann.page.getByText('Sending…')).toBeVisible()
  await ben.resign()
  await ann.page.context().setOffline(false)
  await expect(ann.status()).toContainText('Resignation — White wins')
  await expect(ann.page.getByRole('alert')).toHaveText('The game is over.')
  for (const each of [ann, ben]) await expect(each.moves()).toHaveCount(0)
})

test('a reload keeps the seat and the moves', async ({ people, address }) => {
  const [ann, ben] = await people('Ann', 'Ben')
  await sit(await openRoom(address, 'chess'), ann, ben)
  await ann.play('e2e4')
  await expect(ben.moves()).toHaveCount(1)
  for (const each of [ann, ben]) {
    await each.page.reload()
    await expect(each.moves()).toHaveText(['e4'])
  }
  await ben.play('e7e5')
  await expect(ann.moves()).toHaveCount(2)
  await ann.play('g1f3')
  await expect(ben.moves()).toHaveCount(3)
})

test('the newer of two tabs takes over the game, and the older can take it back', async ({
  people,
  address,
}) => {
  const [ann, ben] = await people('Ann', 'Ben')
  const room = await openRoom(address, 'chess')
  await sit(room, ann, ben)
  const tab = ann.inTab(await ann.page.context().newPage())
  await tab.enter(room)
  const sentence = 'You’re playing this game in another tab or on another device.'
  await expect(ann.page.getByText(sentence)).toBeVisible()
  await tab.play('e2e4')
  await expect(ben.moves()).toHaveText(['e4'])
  await ben.play('e7e5')
  await ann.page.bringToFront()
  await ann.button('Play here').click()
  await expect(tab.page.getByText(sentence)).toBeVisible()
  await expect(ann.moves()).toHaveText(['e4', 'e5'])
  await ann.play('g1f3')
  await expect(ben.moves()).toHaveCount(3)
})

test('a link moves the seat to another device', async ({ people, address }) => {
  const [ann, ben, phone] = await people('Ann', 'Ben', '')
  await sit(await openRoom(address, 'chess'), ann, ben)
  await ann.play('e2e4')
  await expect(ben.moves()).toHaveCount(1)
  await ann.act('Other device')
  const dialog = ann.dialog('Continue on another device')
  const link = await dialog.getByRole('textbox', { name: 'Link for the other device' }).inputValue()
  expect(await scanQr(dialog.getByRole('img', { name: 'QR code of the link' }))).toBe(link)
  await phone.enter(link)
  // The transfer code has left the address.
  expect(phone.page.url()).not.toContain('transfer')
  await expect(phone.moves()).toHaveText(['e4'])
  await ben.play('e7e5')
  await expect(phone.moves()).toHaveCount(2)
  await phone.play('g1f3')
  await expect(ben.moves()).toHaveText(['e4', 'e5', 'Nf3'])
  await expect(ann.button('Play here')).toHaveCount(1)
  await phone.page.reload()
  await expect(phone.moves()).toHaveCount(3)
})
