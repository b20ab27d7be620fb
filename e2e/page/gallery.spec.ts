// Takes pictures of every board in every theme, finish, seat and window, to look at: RAUM_GALLERY=FOLDER npx playwright
// test gallery. Without a folder there is nothing to test.

import { join } from 'node:path'

import { expect, test } from './raum.js'
import { Scene } from './scene.js'
import type { Kind } from './table.js'

const FOLDER = process.env['RAUM_GALLERY']
test.skip(FOLDER === undefined, 'takes pictures to look at')
test.setTimeout(600_000)

const WINDOWS = [
  [1440, 900],
  [390, 844],
  [844, 390],
] as const

/** A few moves into each game, with a capture and a selected piece. */
const GAMES: { [kind in Kind]: { moves: string[]; selected: string | null; finishes: string[] } } =
  {
    chess: {
      moves: ['e2e4', 'd7d5', 'e4d5', 'd8d5', 'b1c3', 'd5a5', 'g1f3'],
      selected: 'g8',
      finishes: ['wood', 'marble', 'glass'],
    },
    space: {
      moves: ['Bb1Cc2', 'Dd5Ce4', 'Ad1Bd3', 'Eb5Db3', 'Bc2Bc3', 'Da4Ca4'],
      selected: 'Cc2',
      finishes: ['glass', 'wood', 'marble'],
    },
    tictactoe: { moves: [], selected: null, finishes: [''] },
  }

for (const kind of ['chess', 'space', 'tictactoe'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    for (const finish of GAMES[kind].finishes) {
      test(`${kind}, ${theme}, ${finish}`, async ({ page }) => {
        await page.addInitScript(
          (settings) => localStorage.setItem('raum.settings', JSON.stringify(settings)),
          { theme, finishes: { [kind]: finish }, looks: { [kind]: 'flat' }, sounds: false },
        )
        const scene = new Scene(page)
        await scene.prepare({ paints: true, detail: 'full' })
        await page.goto(`/${kind}`)
        const { moves, selected } = GAMES[kind]
        for (const move of moves) {
          const half = move.length / 2
          await scene.cell(move.slice(0, half)).click()
          await scene.cell(move.slice(half)).click()
        }
        if (kind === 'tictactoe')
          for (const index of [4, 0]) await page.getByRole('gridcell').nth(index).click()
        await expect(scene.moves()).toHaveCount(moves.length || 2)
        if (selected) await scene.cell(selected).click()
        await page.mouse.move(1, 1)
        const looks = kind === 'tictactoe' ? (['2D'] as const) : (['2D', '3D'] as const)
        for (const look of looks) {
          // Finishes are of the 3D board.
          if (look === '2D' && finish !== GAMES[kind].finishes[0]) continue
          for (const seat of kind === 'tictactoe' ? ['first'] : ['first', 'second']) {
            await page.setViewportSize({ width: 1440, height: 900 })
            if (kind !== 'tictactoe') await scene.show(look)
            if (seat === 'second') await scene.act('Flip board')
            for (const [width, height] of WINDOWS) {
              await page.setViewportSize({ width, height })
              if (look === '3D') await scene.rest()
              const name = [kind, look, finish, theme, seat, `${width}x${height}`].join('-')
              await page.screenshot({ path: join(FOLDER ?? '', `${name}.png`) })
            }
            await page.setViewportSize({ width: 1440, height: 900 })
            if (seat === 'second') await scene.act('Flip board')
          }
        }
      })
    }
  }
}
