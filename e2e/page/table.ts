// A table as somebody at it sees it: by roles and names, never by how the page is made.

import type { Locator, Page } from '@playwright/test'

type Kind = 'chess' | 'space' | 'tictactoe'

/** The shortest mate: Black wins. */
export const FOOLS_MATE = ['f2f3', 'e7e5', 'g2g4', 'd8h4']

export class Table {
  readonly page: Page
  /** By mouse or by finger. */
  readonly #press: (cell: Locator) => Promise<void>

  constructor(page: Page, by: 'click' | 'tap' = 'click') {
    this.page = page
    this.#press = (cell) => cell[by]()
  }

  /** Goes to the board of a kind, and waits until it is there. */
  async open(kind: Kind): Promise<void> {
    await this.page.goto(`/${kind}`)
    await this.page.getByRole('gridcell').first().waitFor()
  }

  /** The cell of this name, whatever is on it. */
  cell(name: string): Locator {
    return this.page.getByRole('gridcell', { name: new RegExp(`^${name},`) })
  }

  /** Clicks or taps a cell. */
  async press(name: string): Promise<void> {
    await this.#press(this.cell(name))
  }

  /** Makes moves, each from a cell to another: `e2e4`, `Aa2Aa3`. */
  async play(...moves: string[]): Promise<void> {
    for (const move of moves) {
      const half = move.length / 2
      await this.press(move.slice(0, half))
      await this.press(move.slice(half))
    }
  }

  /** Puts marks, by turns, on the cells of tic-tac-toe, which are counted from the top left. */
  async mark(...cells: number[]): Promise<void> {
    for (const cell of cells) {
      await this.press(`row ${Math.floor(cell / 3) + 1}, column ${(cell % 3) + 1}`)
    }
  }

  /** Begins another game, from a position if one is given, with a clock if one is named. */
  async begin({ position = '', clock = 'No clock' } = {}): Promise<void> {
    await this.control('New game').click()
    const dialog = this.page.getByRole('dialog', { name: 'New game' })
    await dialog.getByText(clock, { exact: true }).click()
    await dialog.getByRole('textbox', { name: /^Start position/ }).fill(position)
    await dialog.getByRole('button', { name: 'Start New Game' }).click()
  }

  get #panel(): Locator {
    return this.page.getByRole('region', { name: 'Game', exact: true })
  }

  control(name: string | RegExp): Locator {
    return this.#panel.getByRole('button', { name })
  }

  /** Whose turn it is, or how the game ended. */
  status(): Locator {
    return this.#panel.getByRole('paragraph').first()
  }

  /** The moves made, in human notation. */
  moves(): Locator {
    return this.#panel
      .getByRole('region', { name: 'Moves' })
      .getByRole('listitem')
      .getByRole('button')
  }

  /** The dialog of this name. */
  dialog(name: string): Locator {
    return this.page.getByRole('dialog', { name })
  }
}
