// What a network and a server can do to a game, and what is left of it: everything.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Cable } from '../cable.js'
import { serve } from '../server.js'
import { scanned } from './qr.js'
import { expect, ownServer, test } from './raum.js'
import { openRoom, plies, sit } from './room.js'

test('the server is killed in mid-game, and both go on by themselves', async ({ people }) => {
  ownServer()
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
  // The board can be read meanwhile, and what is played goes when somebody hears it.
  await expect(ann.cell('e4')).toHaveAccessibleName(/white pawn/)
  await ben.play('e7e5')
  await expect(ben.moves()).toHaveText(['e4', 'e5'])
  const second = await serve({ args, listen: first.address })
  for (const each of [ann, ben]) {
    await expect(each.connection()).toHaveText(/Live/)
    await expect(each.moves()).toHaveText(['e4', 'e5'])
  }
  await ann.play('g1f3')
  await expect(ben.moves()).toHaveText(['e4', 'e5', 'Nf3'])
  await second.end()
  rmSync(data, { recursive: true })
})

test('the server restarts while a creator of the spec’s dialect waits', async ({ people }) => {
  ownServer()
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
  await expect(ann.connection()).toHaveText(/Live/)
  await expect(ann.waiting()).toBeVisible()
  await ben.enter(link)
  await ann.board()
  await second.end()
  rmSync(data, { recursive: true })
})

for (const way of ['up', 'down'] as const) {
  const when = way === 'up' ? 'before' : 'after'
  test(`the network is cut ${when} the server got a move: exactly one stands`, async ({
    people,
    address,
  }) => {
    ownServer()
    const cable = await Cable.to(address.replace('http://', ''))
    const [ann, ben] = await people('Ann', 'Ben')
    const room = await openRoom(address, 'chess')
    await ann.follow(`${cable.address}/r/${room}`)
    await ann.waiting().waitFor()
    await ben.enter(room)
    await ann.board()
    await expect(ann.connection()).toHaveText(/Live/)
    let loads = 0
    ann.page.on('load', () => (loads += 1))

    const { something } = cable.hold(way)
    await ann.play('e2e4')
    await something
    // It shows at once, and says that it is not settled.
    await expect(ann.moves()).toHaveText(['e4'])
    await expect(ann.page.getByText('Sending…')).toBeVisible()
    await expect.poll(() => plies(address, room)).toBe(way === 'up' ? 0 : 1)
    cable.cut()

    await expect(ben.moves()).toHaveText(['e4'])
    await expect(ann.page.getByText('Sending…')).toHaveCount(0)
    await expect(ann.connection()).toHaveText(/Live/)
    await ben.play('e7e5')
    for (const each of [ann, ben]) await expect(each.moves()).toHaveText(['e4', 'e5'])
    expect(await plies(address, room)).toBe(2)
    expect(loads).toBe(0)
    await cable.end()
  })
}

test('a browser without a network says so, and goes on when it has one', async ({
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
  await expect(ann.connection()).toHaveText(/Live/)
  await expect(ben.moves()).toHaveText(['e4'])
})

test('a move that comes too late is refused, and the board shows what stands', async ({
  people,
  address,
}) => {
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

test('a reload keeps the seat, and what is on the board', async ({ people, address }) => {
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

test('of two tabs the newer drives, and the older can take it back', async ({
  people,
  address,
}) => {
  const [ann, ben] = await people('Ann', 'Ben')
  const room = await openRoom(address, 'chess')
  await sit(room, ann, ben)
  const tab = ann.inTab(await ann.page.context().newPage())
  await tab.enter(room)
  const told = 'This game goes on in another tab or on another device.'
  await expect(ann.page.getByText(told)).toBeVisible()
  await tab.play('e2e4')
  await expect(ben.moves()).toHaveText(['e4'])
  await ben.play('e7e5')
  await ann.page.bringToFront()
  await ann.button('Play here').click()
  await expect(tab.page.getByText(told)).toBeVisible()
  await expect(ann.moves()).toHaveText(['e4', 'e5'])
  await ann.play('g1f3')
  await expect(ben.moves()).toHaveCount(3)
})

test('a seat goes on on another device', async ({ people, address }) => {
  const [ann, ben, phone] = await people('Ann', 'Ben', '')
  await sit(await openRoom(address, 'chess'), ann, ben)
  await ann.play('e2e4')
  await expect(ben.moves()).toHaveCount(1)
  await ann.control('Other device').click()
  const dialog = ann.dialog('Continue on another device')
  const link = await dialog.getByRole('textbox', { name: 'Link for the other device' }).inputValue()
  expect(await scanned(dialog.getByRole('img', { name: 'QR code of the link' }))).toBe(link)
  await phone.enter(link)
  // The code is nowhere to be seen any more.
  expect(phone.page.url()).not.toContain('transfer')
  await expect(phone.moves()).toHaveText(['e4'])
  await ben.play('e7e5')
  await phone.play('g1f3')
  await expect(ben.moves()).toHaveText(['e4', 'e5', 'Nf3'])
  await expect(ann.button('Play here')).toHaveCount(1)
  await phone.page.reload()
  await expect(phone.moves()).toHaveCount(3)
})
