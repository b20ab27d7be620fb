// Strangers meet: open games, pairing, and games to watch.

import type { Browser } from '@playwright/test'

import { Room } from './room.js'
import { checkAxe } from './axe.js'
import { openGame, openLobby, played, preset, search } from './lobby.js'
import { expect, test } from './raum.js'

test('a listed room is joined and watched with one click each, and others are not listed', async ({
  people,
}) => {
  const [ann, ben, eve] = await people('Ann Open', 'Ben Open', 'Eve Open')
  const [kim, lee] = await people('Kim Unlisted', 'Lee Locked')
  await openLobby(ben)
  await openLobby(eve)
  await kim.create('chess')
  await lee.create('chess', { key: 'sesame' })
  await ann.create('chess', { side: 'White', listed: true })

  // Both pages are open: the list is live.
  await expect(openGame(eve, 'Ann Open')).toHaveAccessibleName(/Chess, No clock, you play Black$/)
  await openGame(ben, 'Ann Open').click()
  await ben.board()
  await ann.board()
  await expect(openGame(eve, 'Ann Open')).toHaveCount(0)

  const game = played(eve, 'Ann Open', 'Ben Open')
  const board = game.getByRole('img')
  await expect(board).toHaveAccessibleName(/^Chess, .*Ann Open.* against .*Ben Open.*, move 1$/)
  const before = await board.locator('svg').innerHTML()
  await ann.play('e2e4')
  await expect(ben.moves()).toHaveCount(1)
  await ben.play('e7e5')
  await expect(board).toHaveAccessibleName(/, move 2$/)
  expect(await board.locator('svg').innerHTML()).not.toBe(before)
  for (const name of ['Kim Unlisted', 'Lee Locked']) {
    await expect(eve.page.getByText(name)).toHaveCount(0)
  }

  await game.click()
  await eve.board()
  await expect(eve.page.getByText('You’re watching.')).toBeVisible()
  await expect(eve.moves()).toHaveCount(2)
})

test('a room with a pass key cannot be listed', async ({ people }) => {
  const [ann] = await people('Ann')
  await ann.page.goto('/?new=chess')
  const dialog = ann.dialog('Create New Game')
  const listing = dialog.getByRole('switch', { name: /^List it/ })
  await listing.setChecked(true)
  await dialog.getByRole('textbox', { name: 'Pass key (optional)' }).fill('sesame')
  await expect(listing).toBeDisabled()
  await expect(listing).not.toBeChecked()
})

test('two strangers pick the same game and play, and never two tabs of one browser', async ({
  people,
}) => {
  const [ann, ben] = await people('Ann Pairs', 'Ben Pairs')
  await openLobby(ann)
  await preset(ann, 'tictactoe', 'No clock').click()
  await expect(ann.page.getByText('Looking for an opponent: Tic-tac-toe')).toBeVisible()
  // The same browser in another tab replaces the search.
  const tab = ann.inTab(await ann.page.context().newPage())
  await openLobby(tab)
  await preset(tab, 'tictactoe', 'No clock').click()
  await expect(ann.page.getByText(/in another tab/)).toBeVisible()
  await expect(tab.page.getByText('Looking for an opponent: Tic-tac-toe')).toBeVisible()
  await tab.page.close()

  await openLobby(ben)
  await preset(ben, 'tictactoe', 'No clock').click()
  await ann.page.getByRole('button', { name: 'Look here instead' }).click()
  await Promise.all([ann.board(), ben.board()])
  await expect(ann.page).toHaveURL(/\/r\/[0-9A-Z]{12}$/)
  expect(ann.page.url()).toBe(ben.page.url())
  await expect(ann.page.getByText('Ben Pairs', { exact: true })).toBeVisible()

  // The first mover sees the countdown, and a reload keeps the seat.
  const [first, second] = await inOrder(ann, ben)
  await expect(first.page.getByText(/^Make your first move: 0:\d\d$/)).toBeVisible()
  await expect(second.page.getByText(/has to make the first move: 0:\d\d$/)).toBeVisible()
  await first.mark(4)
  await second.page.reload()
  await second.mark(0)
  await expect(first.page.getByText(/first move/)).toHaveCount(0)
  await expect(first.moves()).toHaveCount(2)
})

test('a game that others may watch is listed; an aborted one leads to another opponent', async ({
  people,
}) => {
  const [ann, ben, eve] = await people('Ann Seen', 'Ben Seen', 'Eve Seen')
  await openLobby(eve)
  for (const each of [ann, ben]) {
    await openLobby(each)
    await each.page.getByRole('switch', { name: 'Let others watch my game' }).setChecked(true)
    await preset(each, 'space', '15+10').click()
  }
  await Promise.all([ann.board(), ben.board()])
  await expect(played(eve, 'Ann Seen', 'Ben Seen')).toBeVisible()
  await ben.act('Abort game')
  const end = ann.dialog('No result — Aborted')
  await end.getByRole('button', { name: 'Find another opponent' }).click()
  await expect(ann.page.getByText('Looking for an opponent: Space chess')).toBeInViewport()
  await expect(preset(ann, 'space', '15+10')).toHaveAttribute('aria-pressed', 'true')
  await ann.button('Cancel search').click()
  await expect(ann.button('Cancel search')).toHaveCount(0)
})

test('without a first move, the player who was there looks for another opponent', async ({
  people,
}) => {
  // The server gives thirty seconds for a first move.
  test.setTimeout(120_000)
  const [ann, ben, eve] = await people('Ann Idle', 'Ben Idle', 'Eve Idle')
  for (const each of [ann, ben]) {
    await openLobby(each)
    await preset(each, 'space', '5+0').click()
  }
  await Promise.all([ann.board(), ben.board()])
  const [first, second] = await inOrder(ann, ben)
  const end = first.dialog('No result — No first move')
  await expect(end).toContainText('You didn’t make your first move in time.', { timeout: 60_000 })
  await expect(search(first)).toHaveCount(0)
  await expect(search(second)).toContainText('Your opponent didn’t move. Looking for another…')
  await checkAxe(second.page, 'a search in a finished room')

  // The next person who picks the same game plays the player who waits.
  await openLobby(eve)
  await preset(eve, 'space', '5+0').click()
  await eve.board()
  await expect(second.page).toHaveURL(eve.page.url())
  await second.act('Abort game')
})

test('after 20 seconds alone the computer plays, until an opponent comes', async ({ people }) => {
  const [ann, ben] = await people('Ann Waits', 'Ben Waits')
  await ann.page.clock.install()
  await openLobby(ann)
  await preset(ann, 'chess', '15+10').click()
  await expect(ann.page.getByText('Looking for an opponent: Chess · 15+10')).toBeVisible()
  const meanwhile = ann.button('Play the computer meanwhile')
  await expect(meanwhile).toHaveCount(0)
  await ann.page.clock.fastForward(20_000)
  await meanwhile.click()
  await ann.board()
  await expect(ann.page).toHaveURL(/\/chess$/)
  await expect(search(ann)).toContainText('Looking for an opponent: Chess · 15+10')
  await ann.play('e2e4')

  // A busy player is asked, and the focus stays.
  await openLobby(ben)
  await expect(preset(ben, 'chess', '15+10')).toHaveAccessibleName(/1 waiting$/)
  await preset(ben, 'chess', '15+10').click()
  await expect(search(ann)).toContainText('Opponent found')
  await expect(search(ann)).toContainText(/\d+ s left/)
  await checkAxe(ann.page, 'an offer during another game')
  await search(ann).getByRole('button', { name: 'Play' }).click()
  await expect(ann.page).toHaveURL(/\/r\/[0-9A-Z]{12}$/)
  await Promise.all([ann.board(), ben.board()])
  await expect(search(ann)).toHaveCount(0)

  // The game against the computer is still there.
  await ann.page.goto('/')
  await expect(ann.page.getByRole('link', { name: /^Continue/ }).first()).toBeVisible()
})

test('an offer can be declined, and the other one waits on', async ({ people }) => {
  const [ann, ben] = await people('Ann Declines', 'Ben Waits')
  await openLobby(ann)
  await preset(ann, 'chess', '5+0').click()
  await ann.page.getByRole('link', { name: 'Two players, this device' }).first().click()
  await ann.board()
  await openLobby(ben)
  await preset(ben, 'chess', '5+0').click()
  await search(ann).getByRole('button', { name: 'Decline' }).click()
  await expect(search(ann)).toHaveCount(0)
  await expect(ben.page.getByText('Looking for an opponent: Chess · 5+0')).toBeVisible()
  await ben.button('Cancel search').click()
})

test('entering a room by link ends the search', async ({ people }) => {
  const [ann, ben] = await people('Ann', 'Ben')
  const link = await ben.create('tictactoe')
  await openLobby(ann)
  await preset(ann, 'chess', '10+0').click()
  await expect(ann.button('Cancel search')).toBeVisible()
  await ann.page.getByRole('textbox', { name: 'Room code' }).fill(link)
  await ann.button('Join').click()
  await ann.board()
  await expect(search(ann)).toHaveCount(0)
  await openLobby(ann)
  await expect(preset(ann, 'chess', '10+0')).toHaveAttribute('aria-pressed', 'false')
})

test('a stranger’s message is reported, and the chat muted', async ({ people }) => {
  const [ann, ben] = await people('Ann Reports', 'Ben Rude')
  for (const each of [ann, ben]) {
    await openLobby(each)
    await preset(each, 'chess', '3+2').click()
  }
  await Promise.all([ann.board(), ben.board()])
  await ann.openChat()
  await ben.openChat()
  await ann.say('Hello')
  await ben.say('You fool')
  await expect(ann.lines()).toHaveCount(2)
  const report = ann.chat().getByRole('button', { name: /^Report/ })
  await expect(report).toHaveCount(1)
  await report.focus()
  await ann.page.keyboard.press('Enter')
  const dialog = ann.dialog('Report this message')
  await expect(dialog).toContainText('You fool')
  await checkAxe(ann.page, 'a report')
  await dialog.getByText('Abuse', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog).toContainText('Reported. The people who run this server can read it now.')
  await dialog.getByRole('button', { name: 'Mute this chat' }).click()
  await expect(ann.lines()).toHaveCount(1)
  await ann.act('Abort game')
})

for (const [width, height, seen] of [
  [1280, 800, 'a laptop'],
  [360, 740, 'a phone'],
  [740, 360, 'a phone on its side'],
] as const) {
  test(`a full lobby fits ${seen}, and passes axe`, async ({ people, browser, address }) => {
    const [ann, ben, eve] = await people('Ann Axe', 'Ben Axe', 'Eve Axe')
    await eve.page.setViewportSize({ width, height })
    const link = await ann.create('tictactoe', { listed: true })
    await ben.enter(link)
    const opener = await anotherPerson(browser, address)
    await openLobby(eve)
    await expect(openGame(eve, 'Very Long Name')).toBeVisible()
    await expect(played(eve, 'Ann Axe').locator('svg')).toBeVisible()
    await checkAxe(eve.page, 'a full lobby')
    await preset(eve, 'space', 'No clock').click()
    await expect(eve.button('Cancel search')).toBeVisible()
    await checkAxe(eve.page, 'a search')
    const overflow = await eve.page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
    expect(overflow).toBe(0)
    await eve.button('Cancel search').click()
    await opener.page.context().close()
  })
}

test('without the server, home works and says so', async ({ page }) => {
  await page.routeWebSocket(/\/ws\/lobby$/, (socket) => socket.close())
  await page.goto('/')
  const place = page.getByRole('region', { name: 'Find an opponent' })
  await expect(place.getByText(/can’t be reached/)).toBeVisible()
  await page.getByRole('link', { name: 'Two players, this device' }).first().click()
  await expect(page.getByRole('grid').first()).toBeVisible()
})

test('the dialect of space chess has no lobby', async ({ page }) => {
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await page.goto('/?dialect=space')
  await page.getByRole('article').waitFor()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('region', { name: 'Find an opponent' })).toHaveCount(0)
  expect(sockets.filter((url) => url.endsWith('/ws/lobby'))).toEqual([])
})

/** The players by their sides. */
async function inOrder(...rooms: [Room, Room]): Promise<[Room, Room]> {
  const [one, other] = rooms
  await one.status().waitFor()
  const isFirst = /^Your turn/.test((await one.status().textContent()) ?? '')
  return isFirst ? [one, other] : [other, one]
}

/** A person with a long name, who waits in a listed room. */
async function anotherPerson(browser: Browser, address: string): Promise<Room> {
  const context = await browser.newContext({ baseURL: address })
  const room = new Room(await context.newPage())
  await context.addInitScript(() => {
    const name = 'A Very Long Name of Forty Characters 123'
    localStorage.setItem('raum.settings', JSON.stringify({ name, sounds: false }))
  })
  await room.create('space', { listed: true })
  return room
}
