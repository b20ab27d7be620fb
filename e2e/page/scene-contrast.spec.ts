// Both players can tell every piece from its tile and from the ground, in both themes and in every finish.

import { contrastsOf } from './contrast.js'
import { expect, test } from './raum.js'
import { Scene } from './scene.js'

// A small picture: without a graphics card, painting takes a while.
test.use({ viewport: { width: 880, height: 640 }, actionTimeout: 60_000 })
test.setTimeout(180_000)

/** The number of pieces at the start, and the levels without any. */
const BOARDS = {
  chess: { pieces: 32, extent: [8, 8, 1], isEmpty: (y: number) => y > 1 && y < 6 },
  space: { pieces: 40, extent: [5, 5, 5], isEmpty: (_: number, z: number) => z === 2 },
} as const

/** The empty cells at the start, by their keys, and whether each is dark. */
function emptyCells(kind: 'chess' | 'space'): [key: string, isDark: boolean][] {
  const { extent, isEmpty } = BOARDS[kind]
  const cells: [string, boolean][] = []
  for (let z = 0; z < extent[2]; z += 1)
    for (let y = 0; y < extent[1]; y += 1)
      for (let x = 0; x < extent[0]; x += 1)
        if (isEmpty(y, z)) cells.push([`${x}.${y}.${z}`, (x + y + z) % 2 === 0])
  return cells
}

const CASES = [
  ['chess', 'wood', 'full'],
  ['chess', 'marble', 'full'],
  ['chess', 'glass', 'full'],
  ['space', 'glass', 'full'],
  ['space', 'wood', 'full'],
  ['space', 'marble', 'full'],
  ['space', 'glass', 'plain'],
] as const

for (const [kind, finish, detail] of CASES) {
  for (const theme of ['light', 'dark'] as const) {
    test(`${kind} in ${finish}, ${theme}, ${detail} detail: pieces stand out for both players`, async ({
      page,
    }) => {
      await page.addInitScript(
        (settings) => localStorage.setItem('raum.settings', JSON.stringify(settings)),
        { theme, finishes: { [kind]: finish }, sounds: false },
      )
      const scene = new Scene(page)
      await scene.open(kind, { paints: true, detail })
      for (const seat of ['first', 'second'] as const) {
        if (seat === 'second') {
          await scene.act('Flip board')
          await scene.rest()
        }
        const { pieces, tiles } = await contrastsOf(scene, emptyCells(kind))
        expect(pieces, seat).toHaveLength(BOARDS[kind].pieces)
        const least = (side: string, to: 'light' | 'dark' | 'ground') =>
          Math.min(...pieces.filter((each) => each.side === side).map((each) => each[to]))
        const measured = {
          white: {
            light: least('white', 'light'),
            dark: least('white', 'dark'),
            ground: least('white', 'ground'),
          },
          black: {
            light: least('black', 'light'),
            dark: least('black', 'dark'),
            ground: least('black', 'ground'),
          },
          tiles,
        }
        if (process.env['RAUM_CONTRAST'])
          console.log(
            kind,
            finish,
            theme,
            detail,
            seat,
            JSON.stringify(measured, (_, v) =>
              typeof v === 'number' ? Math.round(v * 100) / 100 : v,
            ),
          )
        for (const side of [measured.white, measured.black])
          for (const [to, value] of Object.entries(side))
            expect(value, to).toBeGreaterThanOrEqual(3)
        for (const [tile, value] of Object.entries(tiles))
          expect(value, tile).toBeGreaterThanOrEqual(1.6)
      }
    })
  }
}
