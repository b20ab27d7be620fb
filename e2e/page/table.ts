// A table as somebody at it sees it: by roles and names, never by how the page is made.

import type { Locator, Page } from '@playwright/test'

export class Table {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Goes to the board of a kind, and waits until it is there. */
  async open(kind: 'chess' | 'space' | 'tictactoe'): Promise<void> {
    await this.page.goto(`/${kind}`)
    await this.page.getByRole('gridcell').first().waitFor()
  }

  /** The cell of this name, whatever is on it. */
  cell(name: string): Locator {
    return this.page.getByRole('gridcell', { name: new RegExp(`^${name}\\b`) })
  }

  /** Makes moves by clicks, each from a cell to another: `e2e4`, `Aa2Aa3`. */
  async play(...moves: string[]): Promise<void> {
    for (const move of moves) {
      const half = move.length / 2
      await this.cell(move.slice(0, half)).click()
      await this.cell(move.slice(half)).click()
    }
  }
}
