import { expect, test } from './raum.js'
import type { Room } from './room.js'
import { openRoom, sit } from './room.js'
import { FOOLS_MATE } from './table.js'

let ann: Room
let ben: Room

test.describe('in a game', () => {
  test.beforeEach(async ({ people, address }) => {
    ;[ann, ben] = await people('Ann', 'Ben')
    await sit(await openRoom(address, 'chess'), ann, ben)
    await ann.play('e2e4')
    await expect(ben.moves()).toHaveCount(1)
  })

  test('a draw offer can be declined or accepted', async () => {
    await ann.act('Offer draw')
    await expect(ben.offers()).toContainText('draw')
    await ben.answer('Decline')
    await expect(ben.offers().getByRole('button')).toHaveCount(0)
    await ben.play('e7e5')
    await expect(ann.moves()).toHaveCount(2)
    await ben.act('Offer draw')
    await ann.answer('Accept')
    for (const room of [ann, ben]) await expect(room.dialog('Draw — Agreement')).toBeVisible()
  })

  test('a takeback needs the opponent’s consent', async () => {
    await ann.act('Take back')
    await ben.answer('Decline')
    await expect(ann.moves()).toHaveText(['e4'])
    await expect(ben.offers().getByRole('button')).toHaveCount(0)
    await ann.act('Take back')
    await ben.answer('Accept')
    for (const room of [ann, ben]) await expect(room.moves()).toHaveCount(0)
    await ann.play('d2d4')
    await expect(ben.moves()).toHaveText(['d4'])
  })

  test('after a resignation, a rematch swaps the sides', async () => {
    await ben.resign()
    const title = 'Resignation — White wins'
    for (const room of [ann, ben]) await expect(room.dialog(title)).toBeVisible()
    await ben.dialog(title).getByRole('button', { name: 'Review board' }).click()
    await expect(ben.moves()).toHaveText(['e4'])
    // The panel offers a rematch, too.
    await ben.act('Rematch')
    await ann.dialog(title).getByRole('button', { name: 'Rematch' }).click()
    await expect(ann.moves()).toHaveCount(0)
    for (const [ply, move] of FOOLS_MATE.entries()) {
      await [ben, ann][ply % 2]?.play(move)
      for (const room of [ann, ben]) await expect(room.moves()).toHaveCount(ply + 1)
    }
    for (const room of [ann, ben]) await expect(room.dialog('Checkmate — Black wins')).toBeVisible()
  })

  test('a game can be aborted until both sides have moved, and looked at after a rematch', async () => {
    await ben.act('Abort game')
    const title = 'No result — Aborted'
    for (const room of [ann, ben]) {
      await room.dialog(title).getByRole('button', { name: 'Rematch' }).click()
    }
    await expect(ann.moves()).toHaveCount(0)
    await ben.play('d2d4')
    await expect(ann.moves()).toHaveCount(1)
    await ann.play('d7d5')
    await expect(ben.moves()).toHaveCount(2)
    await expect(ben.control('Abort game')).toHaveCount(0)
    await ben.act('Earlier games')
    await ben.page.getByRole('link', { name: 'Game 1' }).click()
    await expect(ben.status()).toHaveText('Game 1: No result')
    await expect(ben.moves()).toHaveText(['e4'])
    await ben.page.getByRole('link', { name: 'To the room' }).click()
    await expect(ben.moves()).toHaveText(['d4', 'd5'])
  })

  test('threefold repetition can be claimed', async () => {
    const shuffle = ['g8f6', 'g1f3', 'f6g8', 'f3g1']
    for (const [ply, move] of [...shuffle, ...shuffle].entries()) {
      await [ben, ann][ply % 2]?.play(move)
      for (const room of [ann, ben]) await expect(room.moves()).toHaveCount(ply + 2)
    }
    await ben.act('Claim draw: Threefold repetition')
    for (const room of [ann, ben]) {
      await expect(room.dialog('Draw — Threefold repetition')).toBeVisible()
    }
  })

  test('a player who left gets the seat back through the link', async () => {
    const link = ben.page.url()
    await ben.act('Leave')
    await ben.page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await expect(ben.button('Play a friend').first()).toBeVisible()
    await expect(ann.page.getByText('left', { exact: true })).toBeVisible()
    await ben.enter(link)
    await expect(ann.page.getByText('left', { exact: true })).toHaveCount(0)
    await ben.play('e7e5')
    await expect(ann.moves()).toHaveText(['e4', 'e5'])
  })
})

test('the game can be claimed from a player who is away too long', async ({ people, address }) => {
  ;[ann, ben] = await people('Ann', 'Ben')
  const leaver = { type: 'keeps-seat', graceMillis: 6000 }
  await sit(await openRoom(address, 'chess', { leaver }), ann, ben)
  await ann.play('e2e4')
  await expect(ben.moves()).toHaveCount(1)
  await ben.page.goto('about:blank')
  await expect(ann.page.getByText(/Opponent away — claim in 0:0\d/)).toBeVisible()
  await expect(ann.button('Claim draw')).toBeVisible()
  await ann.button('Claim win').click()
  await expect(ann.dialog('Abandoned — White wins')).toBeVisible()
})

test('a player who returns in time is no longer away', async ({ people, address }) => {
  ;[ann, ben] = await people('Ann', 'Ben')
  await sit(await openRoom(address, 'chess'), ann, ben)
  const away = ann.page.getByText('Opponent away — claim in 23 h 59 min')
  await ann.play('e2e4')
  await expect(ben.moves()).toHaveCount(1)
  await ben.page.goto('about:blank')
  await expect(away).toBeVisible()
  await ben.page.goBack()
  await expect(away).toHaveCount(0)
  await ben.play('e7e5')
  await expect(ann.moves()).toHaveCount(2)
  // On Ann's own turn there is nothing to claim.
  await ben.page.goto('about:blank')
  await expect(ann.page.getByText('away', { exact: true })).toBeVisible()
  await expect(away).toHaveCount(0)
})
