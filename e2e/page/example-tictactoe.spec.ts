// The page in `examples/tictactoe-page` on a static host, with raum on another origin.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'
import type { Browser, Locator, Page } from '@playwright/test'

import { serveFolder } from '../folder.js'
import type { FolderHost } from '../folder.js'
import { serve } from '../server.js'
import type { Server } from '../server.js'
import { checkAxe } from './axe.js'
import { needsOwnServer } from './raum.js'

needsOwnServer()

let folder = ''
let host: FolderHost
let server: Server

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'raum-'))
  host = await serveFolder(join(folder, 'tictactoe-page'), '/raum/tictactoe-page/')
  server = await serve({ args: ['--allow-origin', new URL(host.address).origin] })
  // Built as for GitHub Pages.
  const publish = ['../web/scripts/example.mjs', folder, `http://${server.address}`]
  execFileSync(process.execPath, publish)
})

test.afterAll(async () => {
  await server.end()
  await host.end()
  rmSync(folder, { recursive: true })
})

/** A visitor with a browser context of their own. */
class Visitor {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  static async of(browser: Browser): Promise<Visitor> {
    const visitor = new Visitor(await (await browser.newContext()).newPage())
    await visitor.page.goto(host.address)
    await expect(visitor.status()).toHaveText('Create a room, or join one.')
    return visitor
  }

  async create(key: string): Promise<string> {
    await this.page.getByLabel('Pass key').first().fill(key)
    await this.button('Create room').click()
    await expect(this.status()).toContainText('Waiting for your opponent')
    return (await this.page.locator('#room').textContent()) ?? ''
  }

  async join(room: string, key: string): Promise<void> {
    await this.page.getByLabel('Room').fill(room)
    await this.page.getByLabel('Pass key').last().fill(key)
    await this.button('Join room').click()
  }

  async mark(cell: number): Promise<void> {
    await this.#cell(cell).click()
  }

  /** Waits until a mark is on a cell. */
  async sees(cell: number, mark: string): Promise<void> {
    await expect(this.#cell(cell)).toHaveText(mark)
  }

  #cell(cell: number): Locator {
    return this.page.getByRole('group', { name: 'Board' }).getByRole('button').nth(cell)
  }

  status(): Locator {
    return this.page.getByRole('status').first()
  }

  problem(): Locator {
    return this.page.getByRole('alert')
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name })
  }
}

/** Marks cells in turn, and checks that both visitors see each mark. */
async function play(mover: Visitor, other: Visitor, marks: string, cells: number[]): Promise<void> {
  for (const [ply, cell] of cells.entries()) {
    const [one, two] = ply % 2 === 0 ? [mover, other] : [other, mover]
    await expect(one.status()).toHaveText('Your turn.')
    await one.mark(cell)
    for (const each of [one, two]) await each.sees(cell, marks[ply % 2] ?? '')
  }
}

test('two visitors play in a room with a pass key, replay, leave and return', async ({
  browser,
}) => {
  const ann = await Visitor.of(browser)
  const ben = await Visitor.of(browser)
  await checkAxe(ann.page, 'entrance')
  const room = await ann.create('sesame')
  expect(room).toMatch(/^[0-9A-Z]{6}$/)

  await ben.join(room, 'open up')
  await expect(ben.problem()).not.toBeEmpty()
  await expect(ann.status()).toContainText('Waiting for your opponent')
  await ben.join(room.toLowerCase(), 'sesame')
  await expect(ben.page.getByText(`Room ${room}. You are O.`)).toBeVisible()
  await expect(ann.page.getByText(`Room ${room}. You are X.`)).toBeVisible()
  await expect(ben.problem()).toBeEmpty()
  await expect(ben.status()).toHaveText("Your opponent's turn.")

  await play(ann, ben, 'XO', [0, 3, 1, 4, 2])
  await expect(ann.status()).toHaveText('You win.')
  await expect(ben.status()).toHaveText('You lose.')
  await checkAxe(ann.page, 'the end')

  await ben.button('Play again').click()
  await expect(ben.status()).toHaveText('Waiting for your opponent to play again.')
  await expect(ann.status()).toHaveText('Your opponent wants to play again.')
  await ann.button('Play again').click()
  // Roles stay, and the other player starts.
  await play(ben, ann, 'OX', [4, 0, 1, 7, 3, 5, 2, 6, 8])
  for (const each of [ann, ben]) await expect(each.status()).toHaveText('Draw.')

  await ben.button('Leave').click()
  await expect(ben.button('Join room')).toBeVisible()
  await expect(ann.status()).toHaveText('Your opponent left. Waiting for another one.')
  await ann.sees(4, '')
  await ben.join(room, 'sesame')
  await play(ann, ben, 'XO', [8])

  // Closing the page leaves the room, too.
  await ben.page.context().close()
  await expect(ann.status()).toHaveText('Your opponent left. Waiting for another one.')
  await ann.page.context().close()
})
