// The weakest computer can be beaten, the strongest cannot. The player's moves are the page's own hints, or any moves.

import { Alone } from './alone.js'
import { expect, test } from './raum.js'

test.setTimeout(600_000)

for (const kind of ['chess', 'space', 'tictactoe'] as const) {
  test(`level 1 of ${kind} is beaten with hints`, async ({ page }) => {
    const table = await Alone.on(page)
    await table.start(kind, { level: 1 })
    // A beginner at tic-tac-toe may draw now and then.
    for (let game = 0; game < 5; game++) {
      for (let move = 0; move < 80 && !(await table.isOver()); move++) {
        await table.playHint()
        await table.turn()
      }
      const result = await table.end().getAttribute('aria-label')
      expect(result).not.toMatch(kind === 'tictactoe' ? /O wins/ : /Black wins|Draw/)
      if (/ (White|X) wins/.test(result ?? '')) return
      await table.end().getByRole('button', { name: 'Review board' }).click()
      await table.act('Restart')
      await page.getByRole('dialog').getByRole('button', { name: 'Restart' }).click()
    }
    throw new Error('no game was won')
  })
}

test('the highest level of tic-tac-toe never loses', async ({ page }) => {
  const table = await Alone.on(page)
  await table.start('tictactoe', { level: 3 })
  const endings: string[] = []
  for (let game = 0; game < 8; game++) {
    // A different order of cells in each game.
    for (let step = 0; step < 9 && !(await table.isOver()); step++) {
      const cell = (game + step * [1, 2, 4, 5, 7, 8][game % 6]!) % 9
      const name = `row ${Math.floor(cell / 3) + 1}, column ${(cell % 3) + 1}`
      if (/empty/.test((await table.cell(name).getAttribute('aria-label')) ?? '')) {
        await table.press(name)
        await table.turn()
      }
    }
    // A full turn of the cells leaves none empty.
    endings.push((await table.end().getAttribute('aria-label')) ?? '')
    await table.end().getByRole('button', { name: 'Review board' }).click()
    await table.act('Restart')
    await page.getByRole('dialog').getByRole('button', { name: 'Restart' }).click()
  }
  expect(endings.filter((ending) => ending.includes('X wins'))).toEqual([])
  expect(endings.some((ending) => ending.includes('O wins'))).toBe(true)
})

for (const kind of ['chess', 'space'] as const) {
  test(`the highest level of ${kind} wins against any moves`, async ({ page }) => {
    const table = await Alone.on(page)
    await table.start(kind, { level: 8 })
    for (let move = 0; move < 14 && !(await table.isOver()); move++) {
      await table.playAny(7 * move + 3)
      await table.turn()
    }
    if (!(await table.isOver())) {
      await expect(page.getByText(/^Black is ahead by \d+$/)).toBeAttached()
      await table.act('Resign')
      await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
    }
    await expect(table.end()).toHaveAccessibleName(/Black wins/)
  })
}
