import { checkAxe } from './axe.js'
import { expect, test } from './raum.js'
import { openRoom, sit } from './room.js'
import { Scene } from './scene.js'
import { difference, longGame, look, makeGif, openShare, saveFile, watch } from './shared.js'
import type { Colour } from './shared.js'
import { FOOLS_MATE, Table } from './table.js'

/** The middle of a square in a picture of chess with White at the bottom. */
function middle(square: string): [number, number] {
  const [file = 0, rank = 0] = [square.charCodeAt(0) - 97, Number(square.charAt(1)) - 1]
  return [40 + (file + 0.5) * 125, 40 + (7.5 - rank) * 125]
}

/** A point of a square beside every piece and mark. */
function corner(square: string): [number, number] {
  const [x, y] = middle(square)
  return [x + 42, y - 20]
}

const IVORY: Colour = [242, 234, 216]
const SLATE: Colour = [47, 58, 74]
const TILES = {
  light: { light: [226, 223, 240], dark: [163, 156, 202] },
  dark: { light: [167, 162, 198], dark: [107, 101, 145] },
} satisfies { [theme: string]: { [tile: string]: Colour } }
const GROUNDS: { [theme: string]: Colour } = { light: [244, 243, 250], dark: [18, 17, 28] }

test('a flat picture shows the position, in light and dark, and from either side', async ({
  page,
}) => {
  const table = new Table(page)
  await table.open('chess')
  await table.play('e2e4')
  const dialog = await openShare(table)
  await expect(dialog.getByRole('img')).toHaveAccessibleName(
    'Picture of the chess board. Black to move.',
  )
  for (const theme of ['light', 'dark'] as const) {
    await dialog.getByText(theme === 'light' ? 'Light' : 'Dark', { exact: true }).click()
    const { name, bytes } = await saveFile(dialog)
    expect(name).toMatch(/^raum-chess-\d{4}-\d\d-\d\d\.png$/)
    const points = [[5, 5], middle('e4'), middle('e7'), corner('a1'), corner('a4'), corner('e2')]
    const picture = await look(page, bytes, points as [number, number][])
    expect([picture.width, picture.height]).toEqual([1080, 1216])
    const [ground, white, black, dark, light, left] = picture.colours
    expect(ground).toEqual(GROUNDS[theme])
    expect([white, black]).toEqual([IVORY, SLATE])
    expect([dark, light]).toEqual([TILES[theme].dark, TILES[theme].light])
    // The square that the pawn has left is marked.
    expect(difference(left, TILES[theme].light)).toBeGreaterThan(20)
  }
  await page.keyboard.press('Escape')
  await page.keyboard.press('x')
  await openShare(table)
  const { bytes } = await saveFile(dialog)
  // From Black's side, e4 is where d5 was.
  const { colours } = await look(page, bytes, [middle('d5'), middle('e4')])
  expect(colours[0]).toEqual(IVORY)
  expect(colours[1]).not.toEqual(IVORY)
})

test('a picture shows the position under review', async ({ page }) => {
  const table = new Table(page)
  await table.open('chess')
  await table.play('e2e4', 'e7e5')
  await page.getByRole('button', { name: 'Previous move' }).click()
  const dialog = await openShare(table)
  await expect(dialog.getByRole('img')).toHaveAccessibleName(/Black to move/)
  const { colours } = await look(page, (await saveFile(dialog)).bytes, [middle('e7'), middle('e5')])
  expect(colours[0]).toEqual(SLATE)
  expect(colours[1]).not.toEqual(SLATE)
  await dialog.getByText('Animated GIF', { exact: true }).click()
  await dialog.getByText('Up to this move', { exact: true }).click()
  expect((await watch(page, (await makeGif(dialog)).bytes)).seconds).toHaveLength(2)
})

test('a picture of a 3D board shows it as it is seen', async ({ page }) => {
  const scene = new Scene(page)
  await scene.open('chess', { paints: true, detail: 'plain' })
  await scene.play('e2e4')
  await scene.rest()
  // Nothing is hovered.
  await page.mouse.move(0, 0)
  await scene.rest()
  const { left, top, right, bottom } = await scene.freeArea()
  // At least as wide as a flat picture.
  const scale = Math.max(1, 1080 / (right - left))
  const cells = ['e4', 'd1', 'e7', 'a4', 'h5', 'c6']
  const points = await Promise.all(cells.map((cell) => scene.pointOf(cell)))
  const seen = await look(
    page,
    await page.screenshot(),
    points.map(({ x, y }) => [Math.round(x), Math.round(y)]),
  )
  const dialog = await openShare(scene)
  await expect(dialog.getByText('As seen in 3D', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Light', { exact: true })).toBeHidden()
  const shared = await look(
    page,
    (await saveFile(dialog)).bytes,
    points.map(({ x, y }) => [Math.round((x - left) * scale), Math.round((y - top) * scale)]),
  )
  expect(Math.abs(shared.width - (right - left) * scale)).toBeLessThan(2)
  expect(Math.abs(shared.height - (bottom - top) * scale)).toBeLessThan(2)
  for (const [index, cell] of cells.entries()) {
    expect(difference(shared.colours[index], seen.colours[index]), cell).toBeLessThan(12)
  }
  expect(difference(shared.colours[0], shared.colours[2])).toBeGreaterThan(60)
  // A flat picture of the same game is a choice away.
  await dialog.getByText('Flat', { exact: true }).click()
  await dialog.getByText('Light', { exact: true }).click()
  const flat = await look(page, (await saveFile(dialog)).bytes, [middle('e4')])
  expect(flat.colours).toEqual([IVORY])
})

test('pictures of space chess and tic-tac-toe show every piece', async ({ page }) => {
  const table = new Table(page)
  await table.open('tictactoe')
  await table.mark(0, 4)
  let dialog = await openShare(table)
  const marks = await look(page, (await saveFile(dialog)).bytes, [
    [201, 201],
    [540, 540 - 80],
    [879, 879],
  ])
  expect(marks.colours.slice(0, 2)).toEqual([IVORY, SLATE])
  expect(marks.colours[2]).toEqual(TILES.light.light)
  await table.open('space')
  await table.page.getByText('2D', { exact: true }).click()
  dialog = await openShare(table)
  // Level A: the white king on c1; level E, below on the left: the black king on c5.
  const levels = await look(page, (await saveFile(dialog)).bytes, [
    [76 + 2.5 * 90, 94 + 4.4 * 90],
    [76 + 2.5 * 90, 94 + 2 * 558 + 0.4 * 90],
    [76 + 2.5 * 90, 94 + 558 + 2.5 * 90],
  ])
  expect([levels.width, levels.height]).toEqual([1080, 1736])
  expect(levels.colours).toEqual([IVORY, SLATE, TILES.light.dark])
})

test('an animation shows every move of a game and loops', async ({ page }) => {
  const table = new Table(page)
  await table.open('chess')
  await table.play(...FOOLS_MATE)
  // From the card at the end of the game.
  const card = table.dialog('Checkmate — Black wins')
  await card.getByRole('button', { name: 'Share' }).click()
  const { name, bytes } = await makeGif(table.dialog('Share'))
  expect(name).toMatch(/^raum-chess-.*\.gif$/)
  const half = ([x, y]: [number, number]): [number, number] => [x / 2, y / 2]
  const film = await watch(page, bytes, [half(middle('e7')), half(middle('h4'))])
  expect(film.width).toBe(540)
  expect(film.loops).toBe(true)
  expect(film.seconds).toEqual([0.8, 0.8, 0.8, 0.8, 3])
  const isSlate = (colour: Colour | undefined) => difference(colour, SLATE) < 8
  // Black's pawn leaves e7 with the second move; the queen reaches h4 with the fourth.
  expect(film.colours.map(([pawn]) => isSlate(pawn))).toEqual([true, true, false, false, false])
  expect(film.colours.map(([, queen]) => isSlate(queen))).toEqual([
    false,
    false,
    false,
    false,
    true,
  ])
  const preview = table.dialog('Share').getByRole('img')
  await expect(preview).toHaveAccessibleName('Animated chess board: 4 moves, one after the other.')
  // Under reduced motion, nothing moves unless the player asks.
  const tag = () => preview.evaluate(({ tagName }) => tagName)
  expect(await tag()).toBe('CANVAS')
  await page.getByRole('button', { name: 'Play preview' }).click()
  await expect.poll(tag).toBe('IMG')
  expect(await preview.evaluate((image: HTMLImageElement) => image.decode())).toBeUndefined()
})

for (const kind of ['space', 'chess'] as const) {
  test(`an animation of a long game of ${kind} is at most 2 MB`, async ({ page }) => {
    test.setTimeout(240_000)
    const table = new Table(page)
    await load(table, kind)
    const dialog = await openShare(table)
    const { bytes } = await makeGif(dialog)
    expect(bytes.length).toBeLessThanOrEqual(2_000_000)
    test.info().annotations.push({ type: 'bytes', description: `${kind}: ${bytes.length}` })
    expect((await watch(page, bytes)).seconds).toHaveLength(301)
    const note = dialog.getByText('This game is long. The GIF shows its last 150 moves.')
    await expect(note).toBeVisible({ visible: kind === 'chess' })
  })
}

test('making an animation can be stopped, and ends with the dialog', async ({ page }) => {
  const table = new Table(page)
  await load(table, 'space')
  const dialog = await openShare(table)
  await dialog.getByText('Animated GIF', { exact: true }).click()
  const make = dialog.getByRole('button', { name: 'Make GIF' })
  const bar = dialog.getByRole('progressbar', { name: 'Making the GIF…' })
  await make.click()
  await expect(bar).toBeVisible()
  await expect.poll(() => page.workers().length).toBe(1)
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expect(bar).toBeHidden()
  await expect(dialog.getByText('Stopped.')).toBeVisible()
  await expect.poll(() => page.workers().length).toBe(0)
  await make.click()
  await expect.poll(() => page.workers().length).toBe(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect.poll(() => page.workers().length).toBe(0)
})

test('a picture is copied, and shared with the system', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    const sent: string[] = []
    Object.assign(window, { sent })
    navigator.canShare = () => true
    navigator.share = ({ files = [] } = {}) => {
      if (sent.some((each) => each.startsWith('share'))) return Promise.reject(new Error('no'))
      sent.push(...files.map(({ name, type }) => `share ${name} ${type}`))
      return Promise.resolve()
    }
    // The server's permissions policy lets no page read the clipboard.
    const { clipboard } = navigator
    const [write, writeText] = [
      clipboard.write.bind(clipboard),
      clipboard.writeText.bind(clipboard),
    ]
    clipboard.write = async (items) => {
      await write(items)
      sent.push(...items.flatMap(({ types }) => types))
    }
    clipboard.writeText = async (text) => {
      await writeText(text)
      sent.push(text)
    }
  })
  const table = new Table(page)
  await table.open('chess')
  const dialog = await openShare(table)
  const last = () => page.evaluate(() => (window as unknown as { sent: string[] }).sent.at(-1))
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(dialog.getByText('Picture copied.')).toBeVisible()
  expect(await last()).toBe('image/png')
  const share = dialog.getByRole('button', { name: 'Share', exact: true })
  await share.click()
  await expect.poll(last).toMatch(/^share raum-chess-.*\.png image\/png$/)
  await share.click()
  await expect(dialog.getByText('Your browser couldn’t share the file.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy moves (PGN)' }).click()
  await expect(dialog.getByText('Copied.', { exact: true })).toBeVisible()
  expect(await last()).toContain('[Event ')
})

test('players and spectators share a room with its link', async ({ address, people }) => {
  const [ann, bob, eve] = await people('Ann', 'Bob', 'Eve')
  const room = await openRoom(address, 'tictactoe')
  await sit(room, ann, bob)
  await eve.enter(room)
  await ann.mark(4)
  for (const member of [bob, eve]) {
    const dialog = await openShare(member)
    await expect(dialog.getByRole('img')).toHaveAccessibleName(/O to move/)
    const link = dialog.getByRole('textbox', { name: 'Link to the game' })
    await expect(link).toHaveValue(`${address}/r/${room}`)
    const { colours } = await look(member.page, (await saveFile(dialog)).bytes, [[540, 540]])
    expect(colours).toEqual([IVORY])
    await member.page.keyboard.press('Escape')
  }
})

test('the dialog can be used without a mouse, and passes axe', async ({ page }) => {
  const table = new Table(page)
  await table.open('chess')
  await table.play('e2e4')
  const dialog = await openShare(table)
  await checkAxe(page, 'share a picture')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: 'Animated GIF' })).toBeChecked()
  const make = dialog.getByRole('button', { name: 'Make GIF' })
  await make.press('Enter')
  await expect(dialog.getByText('The GIF is ready.')).toBeVisible()
  await checkAxe(page, 'share an animation')
})

/** Loads a long game. */
async function load(table: Table, kind: 'chess' | 'space'): Promise<void> {
  await table.open(kind)
  await table.page.getByText('2D', { exact: true }).click()
  await table.act('Save / load')
  const dialog = table.dialog('Save and load')
  await dialog.getByLabel('Or paste JSON, PGN or a position').fill(longGame(kind))
  await dialog.getByRole('button', { name: 'Load', exact: true }).click()
  await expect(dialog).toBeHidden()
}
