// The home screen, and the addresses that open its dialog.

import { expect, test } from './raum.js'

for (const [dialect, address] of [
  ['raum', '/?new=space'],
  ['space', '/?new=space&dialect=space'],
] as const) {
  test(`an address opens the dialog, and the room keeps the dialect: ${dialect}`, async ({
    people,
  }) => {
    const [ann, ben] = await people('Ann', 'Ben')
    await ann.page.goto(address)
    const dialog = ann.dialog('Create New Game')
    await dialog.getByRole('button', { name: 'Create New Game' }).click()
    await expect(ann.waiting()).toBeVisible()
    await ben.enter(await ann.link().inputValue())
    await ann.board()
    await expect(ann.page).toHaveURL(/\/r\/[0-9A-Z]{12}/)
  })
}

test('“Create New Game” is visible without scrolling', async ({ people }) => {
  const [ann] = await people('Ann')
  await ann.page.goto('/')
  await expect(ann.button('Create New Game')).toBeInViewport()
  await ann.button('Create New Game').click()
  const dialog = ann.dialog('Create New Game')
  await dialog.getByText('Tic-tac-toe', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Create New Game' }).click()
  await expect(ann.waiting()).toBeVisible()
  await expect(ann.page.getByText('Tic-tac-toe', { exact: false }).first()).toBeVisible()
})

test('the space chess dialect only offers space chess', async ({ people }) => {
  const [ann] = await people('Ann')
  await ann.page.goto('/?dialect=space')
  await expect(ann.page.getByRole('article')).toHaveText(/Space chess/)
  await expect(ann.button('Create New Game')).toBeInViewport()
})
