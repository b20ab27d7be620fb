// Spec 5's flow: a room with a pass key, a game and a replay.

import { expect, test } from './raum.js'

test('two players meet with a pass key, play to the end, and replay', async ({ people }) => {
  const [ann, ben] = await people('Ann', 'Ben')
  const link = await ann.create('tictactoe', { side: 'X', key: 'sesame' })
  await ben.follow(link)
  await expect(ben.heading('Pass key required')).toBeVisible()
  const key = ben.page.getByRole('textbox', { name: 'Pass key' })
  await key.fill('open up')
  await ben.button('Join').click()
  await expect(ben.page.getByRole('alert')).toHaveText('Wrong pass key.')
  await expect(ann.waiting()).toBeVisible()
  await key.fill('sesame')
  await ben.button('Join').click()
  await ben.board()
  await ann.board()

  for (const [ply, cell] of [0, 3, 1, 4, 2].entries()) {
    await [ann, ben][ply % 2]?.mark(cell)
    for (const room of [ann, ben]) await expect(room.moves()).toHaveCount(ply + 1)
  }
  const title = 'Three in a row — X wins'
  for (const room of [ann, ben]) await expect(room.dialog(title)).toBeVisible()

  await ben.dialog(title).getByRole('button', { name: 'Rematch' }).click()
  await expect(ann.dialog(title).getByText('Your opponent wants a rematch.')).toBeVisible()
  await ann.dialog(title).getByRole('button', { name: 'Rematch' }).click()
  // Roles stay, and the other player starts.
  for (const room of [ann, ben]) await expect(room.status()).toContainText('O to move')
  await ben.mark(4)
  await expect(ann.cell('row 2, column 2')).toHaveAccessibleName(/, O/)
  await ann.mark(0)
  await expect(ben.moves()).toHaveCount(2)

  // A returning player needs no key.
  await ben.page.reload()
  await expect(ben.moves()).toHaveCount(2)
})
