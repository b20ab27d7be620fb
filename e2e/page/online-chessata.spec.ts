// A Chessata client against a player at the page.

import { Chessata } from '../chessata.js'
import { expect, test } from './raum.js'
import { FOOLS_MATE } from './table.js'

test('a Chessata client plays and chats with the page, to mate', async ({ people, address }) => {
  const [ann] = await people('Ann')
  const link = await ann.create('chess', { side: 'White' })
  const client = await Chessata.connect(address, 'Ben', link.split('/').at(-1) ?? '')
  expect(await client.next('init')).toMatchObject({ role: 'player' })
  expect(await client.next('start')).toMatchObject({ color: 'black' })
  await ann.board()
  await expect(ann.page.getByText('Ben', { exact: true }).first()).toBeVisible()
  await client.next('game_state')
  for (const [ply, move] of FOOLS_MATE.entries()) {
    if (ply % 2 === 0) await ann.play(move)
    else client.play(move)
    await client.next('game_state')
    await expect(ann.moves()).toHaveCount(ply + 1)
    if (ply > 0) continue
    await ann.openChat()
    await ann.say('Good day')
    expect(await client.next('chat')).toMatchObject({ username: 'Ann', message: 'Good day' })
    client.send({ type: 'chat', message: 'Hello from Chessata' })
    await expect(ann.lines().last()).toContainText('Hello from Chessata')
  }
  expect(await client.next('end_of_game')).toMatchObject({ result: 'black_win' })
  await expect(ann.dialog('Checkmate — Black wins')).toBeVisible()
  client.end()
})

test('the page wins when the client surrenders', async ({ people, address }) => {
  const [ann] = await people('Ann')
  const link = await ann.create('chess', { side: 'Black' })
  const client = await Chessata.connect(address, 'Ben', link.split('/').at(-1) ?? '')
  expect(await client.next('start')).toMatchObject({ color: 'white' })
  await ann.board()
  client.play('e2e4')
  await expect(ann.moves()).toHaveText(['e4'])
  client.send({ type: 'surrender' })
  await expect(ann.dialog('Resignation — Black wins')).toBeVisible()
  client.end()
})

test('a code opens the room of a Chessata client, and the address shows the room’s id', async ({
  people,
  address,
}) => {
  const [ann, ben] = await people('Ann', 'Ben')
  const code = `Über uns/${Date.now()}`
  const client = await Chessata.connect(address, 'Cat', encodeURIComponent(code))
  expect(await client.next('init')).toMatchObject({ role: 'player' })
  await ann.page.goto('/')
  await ann.page.getByRole('textbox', { name: 'Room code' }).fill(code)
  await ann.button('Join').click()
  await ann.board()
  await expect(ann.page).toHaveURL(/\/r\/[0-9A-Z]{12}$/)
  await client.next('game_state')
  client.send({ type: 'chat', message: 'one\ntwo' })
  await ann.openChat()
  await expect(ann.lines().last()).toContainText('one\ntwo', { useInnerText: true })
  // With the code, the same browser gets its seat back and another one watches.
  const page = ann.page.url()
  await ann.follow(`/r/${encodeURIComponent(code)}`)
  await ann.board()
  await expect(ann.page).toHaveURL(page)
  await expect(ann.control('Offer draw')).toBeVisible()
  await ben.enter(`/r/${encodeURIComponent(code)}`)
  await expect(ben.page.getByText('You’re watching.')).toBeVisible()
  client.end()
})
