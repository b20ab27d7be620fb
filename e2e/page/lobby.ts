// The lobby on the start screen, as a visitor sees it.

import type { Locator } from '@playwright/test'

import type { Room } from './room.js'
import type { Kind } from './table.js'

const TITLES = { chess: 'Chess', space: 'Space chess', tictactoe: 'Tic-tac-toe' }

/** Opens the start screen, and waits for the lobby. */
export async function openLobby({ page }: Room): Promise<void> {
  await page.goto('/')
  await page.getByRole('group', { name: 'Chess', exact: true }).waitFor()
}

/** The button that looks for an opponent: "3+2" of chess. */
export function preset({ page }: Room, kind: Kind, clock: string): Locator {
  const presets = page.getByRole('group', { name: TITLES[kind], exact: true })
  // The name goes on with the number of people who wait.
  return presets.getByRole('button', { name: new RegExp(`, ${clock.replace('+', '\\+')}`, 'i') })
}

/** The link that takes the free seat of a player's room. */
export function openGame({ page }: Room, opener: string): Locator {
  const games = page.getByRole('region', { name: 'Open games' })
  return games.getByRole('link').filter({ hasText: opener })
}

/** The link that leads to a game between these players. */
export function played({ page }: Room, ...names: string[]): Locator {
  const games = page.getByRole('region', { name: 'Now playing' }).getByRole('link')
  return names.reduce((found, name) => found.filter({ hasText: name }), games)
}

/** The search on screens other than home. */
export function search({ page }: Room): Locator {
  return page.getByRole('region', { name: 'Your search' })
}
