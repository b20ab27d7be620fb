// Takes the pictures of the documentation. `RAUM_UPDATE=1` overwrites the published ones; otherwise the tests prove that
// they can be taken, not that they look right.

import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import type { Browser, BrowserContextOptions, Locator } from '@playwright/test'

import { PICTURES, drawn, picture, poster, prepare } from './camera.js'
import { openGame, openLobby, played } from './lobby.js'
import { expect, test } from './raum.js'
import { Room } from './room.js'
import type { Table } from './table.js'

const BYTES_MAX = 1_350_000

const DESKTOP = { viewport: { width: 1280, height: 800 } }
const PHONE = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 1.5,
  isMobile: true,
  hasTouch: true,
}
/** Fits three levels in a row. */
const LEVELS = { viewport: { width: 640, height: 1000 } }
const SQUARE = { viewport: { width: 336, height: 800 }, deviceScaleFactor: 1.5 }

/** Morphy's opera game. */
const OPERA =
  'e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 ' +
  'c3b5 c6b5 c4b5 b8d7 e1c1 a8d8'
const ITALIAN = 'e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d4 e5d4 c3d4 c5b4 b1c3'
const UNICORNS = 'Bb1Cc2 Dd5Ce4 Ad1Bd3 Eb5Db3 Bc2Bc3 Da4Ca4'

/** A visitor with a screen of their own. */
async function visitor(
  browser: Browser,
  name: string,
  screen: BrowserContextOptions,
): Promise<Room> {
  const context = await browser.newContext(screen)
  const room = new Room(await context.newPage(), screen.isMobile ? 'tap' : 'click')
  await prepare(room.page)
  await room.page.addInitScript((called) => {
    localStorage.setItem('raum.settings', JSON.stringify({ name: called, sounds: false }))
  }, name)
  return room
}

/** The 2D board, with the pointer out of the way. */
async function board({ page }: Table): Promise<Locator> {
  await page.mouse.move(1, 1)
  return page.getByRole('group', { name: /board$/i })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the picture on the home screen, ${colorScheme}`, async ({ browser }) => {
    const screen = { ...DESKTOP, deviceScaleFactor: 1.3, colorScheme, reducedMotion: 'reduce' }
    const ann = await visitor(browser, 'Ann', screen as BrowserContextOptions)
    await ann.page.goto('/')
    await ann.page.getByRole('img', { name: /^Space chess/ }).hover()
    await drawn(ann.page)
    await ann.page.mouse.move(1, 1)
    await poster(ann.page.getByRole('application'), `hero-${colorScheme}.webp`)
    await ann.page.context().close()
  })
}

test('chess in 3D', async ({ browser }) => {
  const ann = await visitor(browser, 'Ann', DESKTOP)
  await ann.open('chess')
  await ann.play(...OPERA.split(' '))
  await ann.press('d1')
  await ann.page.getByText('3D', { exact: true }).click()
  await drawn(ann.page)
  await picture(ann.page, 'chess.jpg')
  await ann.page.context().close()
})

test('space chess, a unicorn selected', async ({ browser }) => {
  const ann = await visitor(browser, 'Ann', DESKTOP)
  await ann.open('space')
  await ann.play(...UNICORNS.split(' '))
  await ann.press('Cc2')
  await ann.page.mouse.move(1, 1)
  await drawn(ann.page)
  await picture(ann.page, 'space.jpg')
  await ann.page.context().close()
})

test('a room: waiting on a phone, then a game with chat', async ({ browser }) => {
  // High enough to show the whole chat.
  const screen = { viewport: { width: 1280, height: 832 }, colorScheme: 'dark' } as const
  const ann = await visitor(browser, 'Ann', screen)
  const ben = await visitor(browser, 'Ben', PHONE)
  const link = await ben.create('chess', { side: 'Black', clock: '10+5' })
  await ben.page.getByRole('img', { name: /QR/ }).waitFor()
  await picture(ben.page, 'waiting.png')

  await ann.enter(link)
  await ben.board()
  for (const [ply, move] of ITALIAN.split(' ').entries()) {
    await [ann, ben][ply % 2]?.play(move)
    for (const room of [ann, ben]) await expect(room.moves()).toHaveCount(ply + 1)
  }
  for (const room of [ann, ben]) await room.openChat()
  await ann.say('Hello from Lisbon!')
  await ben.say('And from Kyoto. The Italian?')
  await ann.say('As Greco played it.')
  for (const room of [ann, ben]) await expect(room.lines()).toHaveCount(3)
  await ann.page.mouse.move(1, 1)
  await picture(ann.page, 'room.jpg')
  await ben.closeChat()
  await ben.press('f6')
  await ben.page.evaluate(() => {
    scrollTo(0, 0)
  })
  await picture(ben.page, 'phone.jpg')
  for (const { page } of [ann, ben]) await page.context().close()
})

test('the lobby: people who look for a game, open games, and a game to watch', async ({
  browser,
}) => {
  const eve = await visitor(browser, 'Eve', { viewport: { width: 1280, height: 900 } })
  const [ann, ben] = [
    await visitor(browser, 'Ann', DESKTOP),
    await visitor(browser, 'Ben', DESKTOP),
  ]
  const [mia, tom] = [
    await visitor(browser, 'Mia', DESKTOP),
    await visitor(browser, 'Tom', DESKTOP),
  ]
  await ben.enter(await ann.create('chess', { side: 'White', clock: '10+5', listed: true }))
  await ann.board()
  for (const [ply, move] of ITALIAN.split(' ').entries()) {
    await [ann, ben][ply % 2]?.play(move)
    for (const room of [ann, ben]) await expect(room.moves()).toHaveCount(ply + 1)
  }
  await mia.create('space', { listed: true })
  await tom.create('chess', { clock: '10+5', listed: true })
  await openLobby(eve)
  await openGame(eve, 'Mia').waitFor()
  const game = played(eve, 'Ann', 'Ben')
  await expect(game.getByRole('img')).toHaveAccessibleName(/, move 7$/)
  await eve.page.getByRole('group', { name: 'Chess', exact: true }).evaluate((group) => {
    group.closest('section')?.scrollIntoView()
  })
  await eve.page.mouse.move(1, 1)
  await picture(eve.page, 'lobby.jpg')
  for (const { page } of [eve, ann, ben, mia, tom]) await page.context().close()
})

test('the tour of space chess', async ({ browser }) => {
  const ann = await visitor(browser, 'Ann', DESKTOP)
  await ann.page.goto('/learn/space')
  await ann.page.getByRole('button', { name: '5: ' }).click()
  await ann.page.getByText('3D', { exact: true }).click()
  await drawn(ann.page)
  await picture(ann.page, 'tour.jpg')
  await ann.page.context().close()
})

/** The diagrams of the rules, which the page shows, too. */
const DIAGRAMS = JSON.parse(readFileSync('../docs/rules/diagrams.json', 'utf8')) as {
  [name: string]: {
    kind: 'chess' | 'space' | 'tictactoe'
    position?: string
    moves?: string
    selected?: string
    targets?: number
  }
}

for (const [kind, screen] of Object.entries({ space: LEVELS, chess: SQUARE, tictactoe: SQUARE })) {
  test(`the diagrams of ${kind}`, async ({ browser }) => {
    const table = await visitor(browser, 'Ann', screen)
    await table.open(kind as 'chess' | 'space' | 'tictactoe')
    for (const [name, diagram] of Object.entries(DIAGRAMS)) {
      if (diagram.kind !== kind) continue
      const { position = '', moves, selected, targets } = diagram
      if (kind !== 'tictactoe') await table.begin({ position })
      if (kind === 'tictactoe') await table.mark(...(moves?.split(' ').map(Number) ?? []))
      else if (moves) await table.play(...moves.split(' '))
      if (selected) {
        await table.press(selected)
        expect(await table.targets(), name).toHaveLength(targets ?? 0)
      }
      const end = table.page.getByRole('button', { name: 'Review board' })
      if (await end.isVisible()) await end.click()
      await picture(await board(table), `rules-${name}.png`)
    }
    await table.page.context().close()
  })
}

test('the documentation shows every picture, and together they stay small', () => {
  const texts = ['README.md', ...readdirSync('../docs/rules').map((name) => `docs/rules/${name}`)]
  const shown = texts.flatMap((name) =>
    Array.from(
      readFileSync(join('..', name), 'utf8').matchAll(/pictures\/([\w.-]+)/g),
      ([, file]) => file,
    ),
  )
  const published = readdirSync(PICTURES)
  expect([...new Set(shown)].sort()).toEqual(published.sort())
  const bytes = published.map((name) => statSync(join(PICTURES, name)).size)
  expect(bytes.reduce((sum, each) => sum + each)).toBeLessThan(BYTES_MAX)
})
