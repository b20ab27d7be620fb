// A table as a player sees it: found by roles and accessible names, never by class names.

import type { Locator, Page } from '@playwright/test'

export type Kind = 'chess' | 'space' | 'tictactoe'

/** The shortest mate; Black wins. */
export const FOOLS_MATE = ['f2f3', 'e7e5', 'g2g4', 'd8h4']

export class Table {
  readonly page: Page
  /** Mouse or touch. */
  readonly by: 'click' | 'tap'

  constructor(page: Page, by: 'click' | 'tap' = 'click') {
    this.page = page
    this.by = by
  }

  /** Opens the board of a kind. */
  async open(kind: Kind): Promise<void> {
    await this.page.goto(`/${kind}`)
    await this.page.getByRole('gridcell').first().waitFor()
  }

  /** The cell with this name, with or without a piece. */
  cell(name: string): Locator {
    return this.page.getByRole('gridcell', { name: new RegExp(`^${name},`) })
  }

  /** Clicks or taps a cell. */
  async press(name: string): Promise<void> {
    await this.cell(name)[this.by]()
  }

  /** The cells to which the selected piece can move, sorted by name. */
  async targets(): Promise<string[]> {
    return this.#names(/can (move|capture) here/)
  }

  /** The cells with a side's pieces, sorted by name. */
  async piecesOf(side: string): Promise<string[]> {
    return this.#names(new RegExp(`, ${side} `))
  }

  async #names(label: RegExp): Promise<string[]> {
    const cells = this.page.getByRole('gridcell', { name: label })
    const labels = await cells.evaluateAll((all) => all.map((cell) => cell.ariaLabel ?? ''))
    return labels.map((each) => each.replace(/,.*/, '')).sort()
  }

  /** Plays moves from cell to cell: `e2e4`, `Aa2Aa3`. */
  async play(...moves: string[]): Promise<void> {
    for (const move of moves) {
      const half = move.length / 2
      await this.press(move.slice(0, half))
      await this.press(move.slice(half))
      // By touch, moves of space chess are confirmed.
      if (half === 3 && (await this.page.evaluate(() => matchMedia('(pointer: coarse)').matches))) {
        const question = this.page.getByRole('group', { name: 'Confirm move' })
        await question.getByRole('button', { name: 'Play', exact: true })[this.by]()
      }
    }
  }

  /** Marks cells of tic-tac-toe, which are numbered row by row from 0. */
  async mark(...cells: number[]): Promise<void> {
    for (const cell of cells) {
      await this.press(`row ${Math.floor(cell / 3) + 1}, column ${(cell % 3) + 1}`)
    }
  }

  /** Starts a new game, optionally from a position or with a clock. */
  async begin({ position = '', clock = 'No clock' } = {}): Promise<void> {
    await this.act('New game')
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

  /** Presses a control, which may be under "…". */
  async act(name: string | RegExp): Promise<void> {
    const more = this.control('More actions')
    await more.waitFor()
    const control = this.control(name).first()
    if (!(await control.isVisible())) await more[this.by]()
    await control[this.by]()
  }

  /** Opens "…", and returns a text field for moves. */
  async typing(): Promise<Locator> {
    await this.control('More actions')[this.by]()
    return this.page.getByRole('textbox', { name: /^Type a move/ })
  }

  /** The status line: the side to move, or the result. */
  status(): Locator {
    return this.#panel.getByRole('paragraph').first()
  }

  /** On a phone, opens a tab of the sheet, unless it is open. */
  async openTab(name: 'Moves'): Promise<void> {
    const tab = this.#panel.getByRole('button', { name, exact: true })
    if ((await tab.count()) > 0 && (await tab.getAttribute('aria-expanded')) === 'false')
      await tab[this.by]()
  }

  /** The moves in the list, which may be in a closed sheet. */
  moves(): Locator {
    const hidden = { includeHidden: true }
    return this.#panel
      .getByRole('region', { name: 'Moves', ...hidden })
      .getByRole('listitem', hidden)
      .getByRole('button', hidden)
  }

  dialog(name: string): Locator {
    return this.page.getByRole('dialog', { name })
  }
}
