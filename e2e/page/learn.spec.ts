// Learning a game: the rules, the tour and the aids on a board.

import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { checkAxe } from './axe.js'
import { enter, walk } from './keyboard.js'
import { expect, test } from './raum.js'
import { Scene } from './scene.js'
import { Table } from './table.js'

interface Task {
  task: string
  to?: string
  solution: string
  nudge: string
}

function stepsOf(kind: string): { title: string; tasks: Task[] }[] {
  const text = readFileSync(`../web/src/learn/tours/${kind}.json`, 'utf8')
  return (JSON.parse(text) as { steps: { title: string; tasks: Task[] }[] }).steps
}

/** The panel of a tour. */
function lesson(page: Page, name = 'Learn space chess') {
  const panel = page.getByRole('region', { name })
  return {
    panel,
    heading: panel.getByRole('heading'),
    feedback: panel.getByRole('status'),
    press: (button: string) => panel.getByRole('button', { name: button, exact: true }).click(),
  }
}

/** Splits a move's text into its cells. */
function cellsOf(move: string): [from: string, to: string] {
  const length = /^[A-E]/.test(move) ? 3 : 2
  return [move.slice(0, length), move.slice(length, 2 * length)]
}

/** The name of the piece that a move promotes to. */
function promotionOf(move: string): string | undefined {
  return { q: 'Queen', n: 'Knight' }[/\d([A-Za-z])$/.exec(move)?.[1]?.toLowerCase() ?? '']
}

async function flat(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const settings = { looks: { space: 'flat', chess: 'flat' }, sounds: false }
    localStorage.setItem('raum.settings', JSON.stringify(settings))
  })
}

test.describe('the rules', () => {
  test('open from a game, for every kind, with boards to try', async ({ page }) => {
    // A thousand cells to check.
    test.setTimeout(180_000)
    const table = new Table(page)
    await flat(page)
    await table.open('space')
    await page.getByRole('button', { name: 'Rules' }).click()
    const rules = page.getByRole('dialog', { name: 'Rules of space chess' })
    await expect(rules).toContainText('five boards of 5×5')
    const unicorn = rules.getByRole('figure', { name: /^A unicorn on Cc3/ })
    await expect(unicorn).toContainText('along all three axes')
    await expect(unicorn.locator('[data-marks~="quiet"]')).toHaveCount(16)
    // The diagram is a board: the unicorn moves, and starts over.
    await unicorn.getByRole('gridcell', { name: /^Ee5,/ }).click()
    await expect(unicorn.getByRole('gridcell', { name: /^Ee5, white unicorn/ })).toBeVisible()
    await unicorn.getByRole('button', { name: 'Start over' }).click()
    await expect(unicorn.locator('[data-marks~="quiet"]')).toHaveCount(16)
    await checkAxe(page, 'rules of space chess')
    for (const [kind, text] of [
      ['Chess', 'En passant'],
      ['Tic-tac-toe', 'Three in a row wins'],
    ] as const) {
      await page.getByText(kind, { exact: true }).last().click()
      await expect(page.getByRole('dialog')).toContainText(text)
    }
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // The game is as it was.
    await expect(table.status()).toHaveText('White to move')
  })

  test('have an address, open on the start screen, and show a diagram in 3D', async ({ page }) => {
    await page.goto('/?rules=chess')
    const rules = page.getByRole('dialog', { name: 'Rules of chess' })
    const castling = rules.getByRole('figure', { name: /^A king on e1/ })
    await castling.getByRole('button', { name: 'Show in 3D' }).click()
    await expect(castling.locator('canvas')).toBeVisible()
    await castling.getByRole('button', { name: 'Show in 2D' }).click()
    await expect(castling.locator('canvas')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/')
    await page
      .getByRole('article', { name: 'Tic-tac-toe' })
      .getByRole('button', { name: 'Rules' })
      .click()
    await expect(page.getByRole('dialog', { name: 'Rules of tic-tac-toe' })).toBeVisible()
  })
})

test.describe('the tour', () => {
  for (const kind of ['space', 'chess'] as const) {
    test(`of ${kind} is played through on the flat board, wrong tries included`, async ({
      page,
    }) => {
      test.setTimeout(180_000)
      await flat(page)
      await page.goto(`/learn/${kind}`)
      const table = new Table(page)
      const tour = lesson(page, kind === 'space' ? 'Learn space chess' : 'Special moves')
      const steps = stepsOf(kind)
      for (const [index, { title, tasks }] of steps.entries()) {
        await expect(tour.heading).toHaveText(title)
        for (const { task, solution, nudge } of tasks) {
          await expect(tour.panel).toContainText(task)
          const [from, to] = cellsOf(solution)
          // A wrong try: a kind word, and the piece is still where it was.
          await table.press(from)
          const wrong = (await table.targets()).find((name) => name !== to)
          if (wrong !== undefined && promotionOf(solution) === undefined) {
            await table.press(wrong)
            await expect(tour.feedback).toHaveText(`Not quite. ${nudge}`)
            await expect(table.cell(from)).toHaveAccessibleName(/white/)
            await table.press(from)
          }
          await table.press(to)
          const promotion = promotionOf(solution)
          if (promotion !== undefined) {
            await page.getByRole('dialog').getByRole('button', { name: promotion }).click()
          }
          await expect(tour.feedback).toHaveText(/^(Right!|Well done!)$/)
        }
        await expect(tour.feedback).toHaveText('Well done!')
        await tour.press(index === steps.length - 1 ? 'Finish' : 'Next')
      }
      await expect(tour.heading).toHaveText(/^You know/)
      await tour.panel.getByRole('link', { name: 'Play the computer' }).click()
      await expect(page.getByRole('dialog', { name: 'Play the computer' })).toBeVisible()
    })
  }

  test('works in 3D and with the keyboard, and goes on after a reload', async ({ page }) => {
    const tour = lesson(page)
    const scene = new Scene(page)
    await scene.prepare()
    await page.goto('/learn/space')
    await scene.show('3D')
    await scene.press('Bb2')
    await scene.press('Cb2')
    await expect(tour.feedback).toHaveText('Right!')
    await tour.press('Show me')
    await expect(tour.feedback).toHaveText('Make the marked move.')
    await scene.press('Cb2')
    await scene.press('Dc3')
    await expect(tour.feedback).toHaveText('Well done!')
    // The button to go on has the focus.
    await page.keyboard.press('Enter')
    await expect(tour.heading).toHaveText('Rook: one axis')
    // And then the piece to move.
    await expect(page.getByRole('gridcell', { name: /^Cc3, white rook/ })).toBeFocused()
    await page.reload()
    await expect(tour.heading).toHaveText('Rook: one axis')
    await enter(page)
    await walk(page, 'Cc3')
    await walk(page, 'Ca3')
    await expect(tour.feedback).toHaveText('Right!')
    await walk(page, 'Ca3')
    await walk(page, 'Ea3')
    await walk(page, 'Ea3')
    await walk(page, 'Ea5')
    await expect(tour.feedback).toHaveText('Well done!')
    await checkAxe(page, 'a step of the tour')
    await tour.press('Back')
    await expect(tour.heading).toHaveText('Five levels')
    await tour.press('12: Checkmate')
    await expect(tour.heading).toHaveText('Checkmate')
  })

  test('is offered once, on the first board of space chess', async ({ page }) => {
    const table = new Table(page)
    const offer = page.getByRole('region', { name: 'New to space chess?' })
    await flat(page)
    await table.open('chess')
    await table.play('e2e4')
    await expect(offer).toHaveCount(0)
    await table.open('space')
    await expect(offer).toBeVisible()
    await page.reload()
    await expect(offer).toBeVisible()
    await offer.getByRole('button', { name: 'No thanks' }).click()
    await expect(offer).toHaveCount(0)
    await page.reload()
    await table.play('Bc2Bc3')
    await expect(offer).toHaveCount(0)
    // Always reachable.
    await page.goto('/')
    await page.getByRole('link', { name: 'Take the three-minute tour' }).click()
    await expect(lesson(page).heading).toHaveText('Five levels')
  })

  test('of a game without one is not found', async ({ page }) => {
    await page.goto('/learn/tictactoe')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  })
})

test.describe('the aids', () => {
  test('explain the chosen piece and mark its lines by class, with a legend', async ({ page }) => {
    const table = new Table(page)
    await flat(page)
    await table.open('space')
    await table.begin({
      position: '5/5/5/K4/5|5/5/5/5/5|5/5/2Q2/5/5|5/5/5/5/5|5/4k/5/4p/5 w 0 1',
    })
    await table.press('Cc3')
    const card = page.getByRole('region', { name: 'Queen' })
    await expect(card).toContainText('Like a rook, a bishop or a unicorn.')
    await card.getByRole('button', { name: 'Show lines' }).click()
    for (const [mark, count] of [
      ['face', 12],
      ['edge', 24],
      ['corner', 16],
    ] as const) {
      await expect(page.locator(`[data-marks~="${mark}"]`)).toHaveCount(count)
    }
    await expect(card.getByRole('list', { name: 'Lines' })).toContainText('three axes: corners')
    await expect(table.cell('Ea5')).toHaveAccessibleName(
      'Ea5, empty, can move here, along three axes',
    )
    await page.keyboard.press('l')
    await expect(page.locator('[data-marks~="corner"]')).toHaveCount(0)
    await checkAxe(page, 'a piece explained')
  })

  test('mark the cells that the other side attacks', async ({ page }) => {
    const table = new Table(page)
    await table.open('chess')
    await table.begin({ position: '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1' })
    await table.act('Attacked cells')
    const attacked = page.getByRole('gridcell', { name: /attacked/ })
    await expect(attacked).toHaveCount(5)
    await table.play('a1a7')
    // Now Black is to move, and has to beware of the rook.
    await expect(table.cell('e7')).toHaveAccessibleName(/attacked/)
    await expect(table.cell('d8')).not.toHaveAccessibleName(/attacked/)
    await page.keyboard.press('a')
    await expect(attacked).toHaveCount(0)
  })
})
