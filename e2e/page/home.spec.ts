// The home screen, and the addresses that open its dialog.

import { expect, test } from './raum.js'
import { Scene } from './scene.js'

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

test('home is readable, and its buttons work, before its script has come', async ({ page }) => {
  await page.route(/\/assets\/index-.*\.js$/, (route) => route.abort())
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chess has a third dimension.')
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect(page.getByRole('img', { name: /^Space chess/ })).toBeVisible()
  expect(loaded.filter((url) => url.endsWith('.wasm'))).toEqual([])
  // The button is a link until then.
  await page.getByRole('button', { name: 'Play a friend' }).first().click()
  await expect(page).toHaveURL(/\/\?new=chess$/)
  await page.unroute(/\/assets\/index-.*\.js$/)
  await page.reload()
  await expect(page.getByRole('dialog', { name: 'Create New Game' })).toBeVisible()
})

test('the rules are loaded once home is idle, and the scene when the pointer comes', async ({
  page,
}) => {
  await new Scene(page).prepare()
  const scene = page.waitForResponse(/\/assets\/Scene-/)
  const rules = page.waitForResponse(/\.wasm$/)
  await page.goto('/')
  await rules
  await scene
  await expect(page.getByRole('application')).toHaveCount(0)
  await page.getByRole('img', { name: /^Space chess/ }).hover()
  await expect(page.getByRole('application')).toBeVisible()
})
