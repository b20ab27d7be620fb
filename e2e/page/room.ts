// An online room as one of its members sees it.

import type { Locator, Page } from '@playwright/test'

import { Table } from './table.js'
import type { Kind } from './table.js'

const TITLES = { chess: 'Chess', space: 'Space chess', tictactoe: 'Tic-tac-toe' }

/** The options of a new room. */
interface Choices {
  dialect?: 'raum' | 'space'
  side?: string
  clock?: string
  key?: string
  spectators?: boolean
  /** Whether the start page lists the room. */
  listed?: boolean
}

export class Room extends Table {
  /** Creates a room from home, and returns its link. */
  async create(kind: Kind, choices: Choices = {}): Promise<string> {
    const { dialect = 'raum', side, clock, key, spectators, listed } = choices
    await this.page.goto(dialect === 'raum' ? '/' : `/?dialect=${dialect}`)
    await this.page.getByRole('button', { name: 'Play a friend' }).first()[this.by]()
    const dialog = this.dialog('Create New Game')
    if (dialect === 'raum') {
      await dialog.getByRole('group', { name: 'Game' }).getByText(TITLES[kind], EXACT).click()
    }
    if (side) await dialog.getByRole('group', { name: 'Your side' }).getByText(side, EXACT).click()
    if (clock) await dialog.getByRole('group', { name: 'Clock' }).getByText(clock, EXACT).click()
    if (key) await dialog.getByRole('textbox', { name: 'Pass key (optional)' }).fill(key)
    if (spectators !== undefined) {
      await dialog.getByRole('switch', { name: 'Allow spectators' }).setChecked(spectators)
    }
    if (listed !== undefined) {
      await dialog.getByRole('switch', { name: /^List it/ }).setChecked(listed)
    }
    await dialog.getByRole('button', { name: 'Create New Game' })[this.by]()
    return this.link().inputValue()
  }

  /** Opens a link or a room id, without waiting for a screen. */
  async follow(link: string): Promise<void> {
    await this.page.goto(link.includes('/') ? link : `/r/${link}`)
  }

  /** Opens a link or a room id, and waits for the board. */
  async enter(link: string): Promise<void> {
    await this.follow(link)
    await this.board()
  }

  /** Waits for the board. */
  async board(): Promise<void> {
    await this.page.getByRole('gridcell').first().waitFor()
  }

  link(): Locator {
    return this.page.getByRole('textbox', { name: 'Link to the game' })
  }

  waiting(): Locator {
    return this.heading('Waiting for your opponent')
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name })
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, ...(typeof name === 'string' && EXACT) })
  }

  /** The state of the connection. */
  connection(): Locator {
    return this.page.getByRole('status', { name: 'Connection' })
  }

  /** The opponent's offers and requests. */
  offers(): Locator {
    return this.page.getByRole('region', { name: 'Offers' })
  }

  async answer(name: 'Accept' | 'Decline'): Promise<void> {
    await this.offers().getByRole('button', { name }).click()
  }

  chat(): Locator {
    return this.page.getByRole('region', { name: 'Chat' })
  }

  /** The chat messages. */
  lines(): Locator {
    return this.chat().getByRole('listitem')
  }

  async openChat(): Promise<void> {
    const toggle = this.button(/^Chat/)
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
  }

  async closeChat(): Promise<void> {
    const toggle = this.button(/^Chat/)
    if ((await toggle.getAttribute('aria-expanded')) === 'true') await toggle.click()
  }

  async say(text: string): Promise<void> {
    await this.chat().getByRole('textbox', { name: 'Message' }).fill(text)
    await this.chat().getByRole('button', { name: 'Send' }).click()
  }

  /** The same member in another tab. */
  inTab(page: Page): Room {
    return new Room(page, this.by)
  }

  async resign(): Promise<void> {
    await this.act('Resign')
    await this.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
  }
}

const EXACT = { exact: true }

/** Opens a room through the API, and returns its id. Rules that are not given have the kind's defaults. */
export async function openRoom(address: string, kind: Kind, rules: object = {}): Promise<string> {
  const response = await fetch(`${address}/api/rooms`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind, rules: { opener: 'first', ...rules } }),
  })
  const { room } = (await response.json()) as { room: string }
  return room
}

/** The number of moves the server has stored for a room's game. */
export async function plies(address: string, room: string): Promise<number> {
  const response = await fetch(`${address}/api/rooms/${room}`)
  const { game } = (await response.json()) as { game: { ply: number } | null }
  return game?.ply ?? 0
}

/** Seats two members in a room that was opened through the API, one after the other. */
export async function sit(room: string, first: Room, second: Room): Promise<void> {
  await first.follow(room)
  await first.waiting().waitFor()
  await second.enter(room)
  await first.board()
}
