// A game against the computer at one device, as its player sees it.

import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

import { Table } from './table.js'
import type { Kind } from './table.js'

const TITLES = { chess: 'Chess', space: 'Space chess', tictactoe: 'Tic-tac-toe' }

export class Alone extends Table {
  /** Prepares a page whose computer moves at once, unless the test is about its pause. Boards are flat. */
  static async on(page: Page, { instant = true, by = 'click' as 'click' | 'tap' } = {}) {
    await page.addInitScript((isInstant) => {
      const settings = 'raum.settings'
      if (localStorage.getItem(settings) !== null) return
      const looks = { chess: 'flat', space: 'flat' }
      localStorage.setItem(settings, JSON.stringify({ sounds: false, instant: isInstant, looks }))
    }, instant)
    return new Alone(page, by)
  }

  /** Starts a game from home. */
  async start(kind: Kind, choices: { level?: number; side?: string } = {}): Promise<void> {
    await this.page.goto('/')
    const card = this.page.getByRole('article', { name: TITLES[kind], exact: true })
    await card.getByRole('button', { name: 'Play the computer' })[this.by]()
    const dialog = this.dialog('Play the computer')
    if (choices.level !== undefined) await this.chooseLevel(dialog, choices.level)
    if (choices.side !== undefined) {
      const sides = dialog.getByRole('group', { name: 'Your side' })
      await sides.getByText(choices.side, { exact: true })[this.by]()
    }
    await dialog.getByRole('button', { name: 'Start New Game' })[this.by]()
    await this.page.getByRole('gridcell').first().waitFor()
  }

  async chooseLevel(where: Locator, level: number): Promise<void> {
    await where.getByRole('slider', { name: 'Level' }).fill(String(level))
  }

  /** Waits until it is the player's turn, or the game is over. */
  async turn(): Promise<void> {
    await expect(this.status()).not.toHaveText('Computer is thinking…')
  }

  /** Whether the game is over. The dialog about it may not have opened yet. */
  async isOver(): Promise<boolean> {
    return / — /.test((await this.status().textContent()) ?? '')
  }

  /** The dialog at the end of the game. */
  end(): Locator {
    return this.page.getByRole('dialog', { name: / — / })
  }

  advice(): Locator {
    return this.page.getByRole('status', { name: 'Advice' })
  }

  /** Asks for a hint, and returns its cells. */
  async hint(): Promise<string[]> {
    await this.act('Hint')
    await expect(this.advice()).toHaveText(/^Hint: /, { timeout: 60_000 })
    const text = (await this.advice().textContent()) ?? ''
    return text.match(/\b[A-E]?[a-h][1-8]\b|row \d, column \d/g) ?? []
  }

  /** Plays what the hint says; a promotion becomes a queen. */
  async playHint(): Promise<void> {
    for (const cell of await this.hint()) await this.press(cell)
    await this.#promote()
  }

  /** Plays a legal move by number, whatever it is worth. */
  async playAny(number: number): Promise<void> {
    const cells = this.page.locator('[data-movable]')
    await cells.first().waitFor()
    const names = await cells.evaluateAll((all) => all.map((cell) => cell.ariaLabel ?? ''))
    const from = names[number % names.length]?.replace(/,.*/, '') ?? ''
    await this.press(from)
    const targets = await this.targets()
    await this.press(targets[number % targets.length] ?? '')
    await this.#promote()
  }

  /** Chooses a queen if the move is a promotion, whose dialog may still be loading. */
  async #promote(): Promise<void> {
    const promotion = this.dialog('Promote to')
    const selected = this.page.getByRole('gridcell', { name: /, selected/ })
    await expect(async () => {
      if (await promotion.isVisible())
        await promotion.getByRole('button', { name: 'Queen' }).click()
      expect(await selected.count()).toBe(0)
    }).toPass({ timeout: 15_000 })
  }
}
