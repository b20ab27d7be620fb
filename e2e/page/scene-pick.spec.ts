// Every cell of the 3D board can be clicked from any viewpoint.

import { expect, test } from './raum.js'
import { Scene } from './scene.js'

/** Crowded positions: together White can move to every cell, and no move ends the game. */
const BOARDS = {
  chess: {
    cells: 64,
    positions: [
      '1R4rk/3B2pp/6B1/N5n1/8/2QR3p/N3bQ2/7K w - - 0 1',
      'kr6/ppB4Q/2p5/b1NN4/4n3/5Q2/1R1B4/K3R3 w - - 0 1',
    ],
  },
  space: {
    cells: 125,
    positions: [
      '5/1u3/2Q2/1Nb2/5|3p1/5/5/5/4R|5/n4/B4/5/3U1|Q2pr/3pp/5/1K3/5|3rk/3pr/5/4Q/5 w 0 1',
      '2p2/K4/5/3U1/5|5/5/3B1/5/1n3|4u/5/1Q3/5/5|rpQ2/pp3/5/3b1/5|kr3/rp2Q/1R3/5/4N w 0 1',
      '1K3/1n3/5/5/1ub2|5/5/5/4B/R3N|1U2Q/5/2p2/5/5|rp3/pp3/5/Q3Q/5|kr3/rp3/5/5/5 w 0 1',
    ],
  },
} as const

const VIEWS = [
  ['from the start view', [], false],
  ['by the second player', [], true],
  ['from the right and higher', ['e', 'e', 'e', 'r'], false],
  ['from the left and lower', ['q', 'q', 'q', 'q', 'q', 'f'], false],
] as const

// Tracing thousands of clicks would take longer than the clicks.
test.use({ trace: 'off' })

for (const kind of ['chess', 'space'] as const) {
  for (const [seen, keys, flips] of VIEWS) {
    test(`a click reaches every cell of ${kind}, seen ${seen}`, async ({ page }) => {
      const scene = new Scene(page)
      await scene.open(kind)
      if (flips) await scene.act('Flip board')
      await scene.keys(...keys)
      const reached = new Set<string>()
      const missed: string[] = []
      for (const position of BOARDS[kind].positions) {
        await scene.begin({ position })
        for (const piece of await scene.piecesOf('white')) {
          // Another piece may hide this one, so select it by keyboard. Its targets must not be hidden.
          const choose = () => scene.cell(piece).press('Enter')
          await choose()
          const targets = await scene.targets()
          for (const target of targets.filter((each) => !reached.has(each))) {
            await scene.press(target)
            const made = await undo(scene)
            if (made === target) reached.add(target)
            else missed.push(`${target}: ${made}`)
            await choose()
          }
        }
      }
      expect(missed).toEqual([])
      expect(reached.size).toBe(BOARDS[kind].cells)
    })
  }
}

/** Undoes the last move, and returns its target cell. */
async function undo(scene: Scene): Promise<string> {
  return scene.page.evaluate(() => {
    const labels = [...document.querySelectorAll('[role=gridcell]')].map((cell) => cell.ariaLabel)
    const to = labels.find((label) => /white .*last move/.test(label ?? ''))
    const button = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Undo',
    )
    if (to) button?.click()
    return to?.replace(/,.*/, '') ?? 'no move'
  })
}
