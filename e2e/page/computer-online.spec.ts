// Rooms with a computer in a seat, and a local game that becomes a room.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { serve } from '../server.js'
import { Alone } from './alone.js'
import { checkAxe } from './axe.js'
import { expect, needsOwnServer, test } from './raum.js'
import type { Room } from './room.js'

/** Opens a room with a computer from home. */
async function createAgainst(room: Room, address: string, title: string): Promise<void> {
  await room.page.goto(address)
  await room.button('Play a friend').first().click()
  const dialog = room.dialog('Create New Game')
  await dialog.getByRole('group', { name: 'Game' }).getByText(title, { exact: true }).click()
  await dialog.getByRole('group', { name: 'Opponent' }).getByText('Computer').click()
  await dialog.getByRole('slider', { name: 'Level' }).fill('1')
  const sides = dialog.getByRole('group', { name: 'Your side' })
  await sides.getByText(title === 'Tic-tac-toe' ? 'X' : 'White', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Create New Game' }).click()
  await room.board()
}

test('a room with a computer: it plays, takes back, gives hints and plays a rematch', async ({
  people,
}) => {
  const [ann] = await people('Ann')
  await createAgainst(ann, '/', 'Chess')
  await expect(ann.page.getByText('Computer, Level 1, First steps')).toBeAttached()
  await expect(ann.chat()).toHaveCount(0)
  await ann.play('e2e4')
  await expect(ann.moves()).toHaveCount(2)
  await ann.act('Hint')
  await expect(ann.page.getByRole('status', { name: 'Advice' })).toHaveText(/^Hint: /)
  await checkAxe(ann.page, 'a room with a computer')
  await ann.act('Take back')
  await expect(ann.moves()).toHaveCount(0)
  await ann.resign()
  const end = ann.dialog('Resignation — Black wins')
  await end.getByRole('slider', { name: 'Level' }).fill('3')
  await end.getByRole('button', { name: 'Rematch' }).click()
  // The sides are swapped, so the computer begins.
  await expect(ann.moves()).toHaveCount(1)
  await expect(ann.page.getByText('Computer, Level 3, Casual')).toBeAttached()
})

test('a player who waits in a room can play the computer instead', async ({ people }) => {
  const [ann] = await people('Ann')
  await ann.create('tictactoe')
  await ann.button('Play the computer instead').click()
  const dialog = ann.dialog('Play the computer instead')
  await dialog.getByRole('slider', { name: 'Level' }).fill('3')
  await dialog.getByRole('button', { name: 'Play the computer' }).click()
  await ann.board()
  await expect(ann.page.getByText('Computer, Level 3, Perfect')).toBeAttached()
})

test('there are no hints between people', async ({ people }) => {
  const [ann, ben] = await people('Ann', 'Ben')
  const link = await ann.create('tictactoe', { side: 'X' })
  await ben.enter(link)
  await ann.board()
  await ann.mark(4)
  await expect(ben.moves()).toHaveCount(1)
  for (const each of [ann, ben]) await expect(each.control('Hint')).toHaveCount(0)
})

test('the computer moves after the server is killed in its turn, once', async ({ people }) => {
  needsOwnServer()
  const data = mkdtempSync(join(tmpdir(), 'raum-'))
  const args = ['--data', data]
  const first = await serve({ args })
  const [ann] = await people('Ann')
  await createAgainst(ann, `http://${first.address}/`, 'Space chess')
  await ann.play('Aa2Aa3')
  await expect(ann.moves().first()).toHaveText('Aa3')
  await first.kill()
  const second = await serve({ args, listen: first.address })
  await expect(ann.connection()).toHaveText(/Connected/)
  await expect(ann.moves()).toHaveCount(2)
  await expect(ann.status()).toHaveText(/^Your turn/)
  await second.end()
  rmSync(data, { recursive: true })
})

test('a friend is invited instead of the computer, and both play on', async ({ people }) => {
  const [ann, ben] = await people('Ann', 'Ben')
  const alone = await Alone.on(ann.page)
  await alone.start('chess', { level: 2 })
  await alone.play('e2e4')
  await expect(alone.moves()).toHaveCount(2)
  const made = await alone.moves().allTextContents()
  await alone.act('Computer')
  await ann.page.getByRole('button', { name: 'Invite a friend instead' }).click()
  const dialog = ann.dialog('Create New Game')
  await expect(dialog.getByRole('radio', { name: 'White' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Create New Game' }).click()
  await ben.enter(await ann.link().inputValue())
  await expect(ben.moves()).toHaveText(made)
  await ann.play('d2d4')
  await expect(ben.moves()).toHaveCount(3)
  // The computer has moved on one of these files at most.
  await ben.play(made[1]?.includes('h') ? 'a7a5' : 'h7h5')
  await expect(ann.moves()).toHaveCount(4)
  await expect(ann.control('Hint')).toHaveCount(0)
})
