// The ways into a room, and the messages when there is none.

import { readFileSync } from 'node:fs'

import type { Locator } from '@playwright/test'

import { scanQr } from './qr.js'
import { expect, test } from './raum.js'
import { openRoom, sit } from './room.js'

test('a room is created with the chosen options, and its link can be copied and scanned', async ({
  people,
  address,
}) => {
  const [ann, ben] = await people('Ann', 'Ben')
  const link = await ann.create('chess', { side: 'Black', clock: '3+2' })
  expect(link).toMatch(new RegExp(`^${address}/r/[0-9A-Z]{12}$`))
  await ann.button('Copy link').click()
  await expect(ann.page.getByText('Copied.', { exact: true })).toBeVisible()
  const name = ann.page.getByRole('textbox', { name: 'Your name' })
  await name.fill('')
  await name.press('ControlOrMeta+v')
  await expect(name).toHaveValue(link.slice(0, 40))
  expect(await scanQr(ann.page.getByRole('img', { name: 'QR code of the link' }))).toBe(link)
  await name.fill('Anna')
  await ann.button('Change name').click()
  await ben.enter(link)
  await ann.board()
  await expect(ben.page.getByText('Anna', { exact: true }).first()).toBeVisible()
  await ben.play('e2e4')
  await expect(ann.moves()).toHaveText(['e4'])
  for (const room of [ann, ben]) {
    await expect(room.page.getByRole('timer', { name: /White/ })).toHaveText(/[23]:\d\d/)
  }
  await ann.play('e7e5')
  await expect(ben.moves()).toHaveCount(2)
})

test('a player without a name sees all of the question for it, and may keep the invented one', async ({
  people,
  address,
}) => {
  const [ann, ben] = await people('', 'Ben')
  await sit(await openRoom(address, 'chess'), ann, ben)
  const keep = ann.button('Keep')
  await expect(ann.page.getByRole('textbox', { name: 'Your name' })).toBeInViewport({ ratio: 1 })
  await expect(ann.button('Change name')).toBeInViewport({ ratio: 1 })
  await expect(keep).toBeInViewport({ ratio: 1 })
  await keep[ann.by]()
  await expect(keep).toBeHidden()
  await ann.page.reload()
  await ann.board()
  await expect(ann.connection()).toHaveText('Connected')
  await expect(keep).toBeHidden()
})

test('a room code typed at home opens the room, in lower case, too', async ({
  people,
  address,
}) => {
  const [ann, ben] = await people('Ann', 'Ben')
  const room = await openRoom(address, 'tictactoe')
  await ann.follow(room)
  const code = ann.page.getByRole('definition')
  await expect(code).toHaveText(/^[0-9A-Z]{3} [0-9A-Z]{3}$/)
  const short = ((await code.textContent()) ?? '').toLowerCase()
  await ben.page.goto('/')
  await ben.page.getByRole('textbox', { name: 'Room code' }).fill(short)
  await ben.button('Join').click()
  await ben.board()
  await ann.board()
  // The game has its id; the code is free again.
  await expect(ben.page).toHaveURL(`/r/${room}`)
  await ann.page.goto(`/r/${short.replace(' ', '')}`)
  await expect(ann.heading('Room not found')).toBeVisible()
  await ann.enter(room.toLowerCase())
  await ann.mark(4)
  await expect(ben.moves()).toHaveCount(1)
})

test('home lists this browser’s games, and whose turn it is', async ({ people, address }) => {
  const [ann, ben] = await people('Ann', 'Ben')
  await sit(await openRoom(address, 'chess'), ann, ben)
  await ann.play('e2e4')
  await expect(ben.moves()).toHaveCount(1)
  const waiting = await openRoom(address, 'tictactoe')
  await ann.follow(waiting)
  await ann.waiting().waitFor()
  for (const room of [ann, ben]) await room.page.goto('/')
  const games = (locator: Locator) => locator.getByRole('listitem')
  const [anns, bens] = [ann, ben].map(({ page }) => {
    return games(page.getByRole('region', { name: 'My games' }))
  }) as [Locator, Locator]
  await expect(anns).toHaveCount(2)
  await expect(anns.first()).toContainText('Waiting for your opponent')
  await expect(anns.last()).toContainText(/Their turn.*Chess against Ben/)
  await expect(bens).toHaveCount(1)
  await expect(bens).toContainText(/Your turn.*Chess against Ann/)
  await bens.getByRole('link').click()
  await ben.play('e7e5')
  await expect(ben.moves()).toHaveText(['e4', 'e5'])
})

test('an invitation moves the local game online', async ({ people }) => {
  const [ann, ben] = await people('Ann', 'Ben')
  await ann.open('chess')
  await ann.play('e2e4', 'e7e5')
  await ann.act('Invite')
  const dialog = ann.dialog('Create New Game')
  await dialog.getByRole('group', { name: 'Your side' }).getByText('White', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Create New Game' }).click()
  await ben.enter(await ann.link().inputValue())
  await ann.board()
  await expect(ben.moves()).toHaveText(['e4', 'e5'])
  await ann.play('g1f3')
  await expect(ben.moves()).toHaveText(['e4', 'e5', 'Nf3'])
  // The local game is still there.
  await ann.open('chess')
  await expect(ann.moves()).toHaveText(['e4', 'e5'])
})

test('an unknown room says so, and offers a room code and the way home', async ({ people }) => {
  const [ann] = await people('Ann')
  await ann.follow('0123456789AB')
  await expect(ann.heading('Room not found')).toBeVisible()
  await expect(ann.page.getByRole('textbox', { name: 'Room code' })).toBeVisible()
  await ann.page.getByRole('link', { name: 'All games' }).click()
  await expect(ann.button('Play a friend').first()).toBeVisible()
})

test('a full room without spectators says so', async ({ people, address }) => {
  const [ann, ben, cat] = await people('Ann', 'Ben', 'Cat')
  const room = await openRoom(address, 'chess', { spectators: false })
  await sit(room, ann, ben)
  await cat.follow(room)
  await expect(cat.page.getByText('The room is full and doesn’t allow spectators.')).toBeVisible()
})

test('a closed room shows its last game', async ({ people, address }) => {
  const [ann, ben, cat] = await people('Ann', 'Ben', 'Cat')
  const room = await openRoom(address, 'chess')
  await sit(room, ann, ben)
  await ann.play('e2e4')
  await ann.resign()
  for (const each of [ann, ben]) {
    await each.page.getByRole('dialog').getByRole('button', { name: 'Review board' }).click()
    await each.act('Leave')
    await expect(each.button('Play a friend').first()).toBeVisible()
  }
  await cat.enter(room)
  await expect(cat.page.getByText('This room is closed because everyone left.')).toBeVisible()
  await expect(cat.moves()).toHaveText(['e4'])
})

for (const [code, sentence] of [
  [4002, 'The server runs a different version.'],
  [4011, 'The server is full.'],
] as const) {
  test(`a connection closed with ${code} is explained`, async ({ people, address }) => {
    const [ann] = await people('Ann')
    const room = await openRoom(address, 'chess')
    await ann.page.routeWebSocket(/\/ws\/raum\//, async (socket) => {
      await socket.close({ code, reason: 'because' })
    })
    await ann.follow(room)
    await expect(ann.page.getByText(sentence)).toBeVisible()
  })
}

test('the link of a finished game opens it for review and saving', async ({ people, address }) => {
  const [ann, ben, cat] = await people('Ann', 'Ben', 'Cat')
  const room = await openRoom(address, 'chess')
  await sit(room, ann, ben)
  await ann.play('e2e4')
  await expect(ben.moves()).toHaveCount(1)
  await ben.resign()
  await expect(ann.page.getByRole('dialog')).toBeVisible()
  await cat.enter(room)
  await expect(cat.status()).toContainText('Resignation — White wins')
  await expect(cat.page.getByRole('dialog')).toHaveCount(0)
  await cat.page.getByRole('button', { name: 'First position' }).click()
  await expect(cat.cell('e2')).toHaveAccessibleName(/white pawn/)

  await cat.act('Save')
  const saved = async (label: string) => {
    const download = cat.page.waitForEvent('download')
    await cat.dialog('Save').getByRole('button', { name: label }).click()
    const file = await download
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
  }
  const pgn = await saved('Moves (PGN)')
  expect(pgn.name).toBe(`raum-chess-${room}.pgn`)
  expect(pgn.text).toContain('[White "Ann"]')
  expect(pgn.text).toMatch(/1\. e4 1-0\s*$/)
  const journal = await saved('Journal (JSON Lines)')
  const entries = journal.text.trim().split('\n')
  const events = entries.map((line) => (JSON.parse(line) as { event: { type: string } }).event.type)
  expect(events[0]).toBe('room-opened')
  expect(events.at(-1)).toBe('game-ended')
  const stored = await fetch(`${address}/api/rooms/${room}/journal`)
  expect((await stored.text()).trim().split('\n')).toHaveLength(entries.length)
})
