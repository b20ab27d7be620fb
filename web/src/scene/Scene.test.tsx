import { render, screen } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import Scene from './Scene'
import { GAP } from './camera/layout'
import type { Choice } from '../board/choice'
import { GameRecord } from '../raum'
import * as words from '../words'
import * as later from '../words-later'

// The drawing has its own tests. These cover the controls around it.
vi.mock('./Canvas', () => ({ Canvas: () => null }))

let context: object | null
const nothing = () => undefined
const CHOICE: Choice = {
  selected: null,
  targets: [],
  promotions: [],
  advice: null,
  movesTo: () => [],
  press: nothing,
  lift: () => false,
  promote: nothing,
  cancel: nothing,
}

beforeEach(() => {
  context = { getExtension: () => null, getParameter: () => 'A card' }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => context as null)
})

afterEach(() => {
  vi.restoreAllMocks()
})

function show(): void {
  const position = GameRecord.start('space').position()
  const defaults = { flipped: false, hovered: null, cursor: null, onHover: nothing }
  render(<Scene {...defaults} position={position} start={position} choice={CHOICE} />)
}

it('throws a readable error without WebGL', () => {
  context = null
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  expect(show).toThrow(later.NO_WEBGL)
})

it('is focusable and labelled with how to turn it', () => {
  show()
  expect(screen.getByRole('application', { name: later.SCENE })).toHaveAttribute('tabindex', '0')
})

it('closes the gap for the cube alone: each viewpoint sets its own', async () => {
  show()
  const slider = screen.getByRole('slider')
  await userEvent.click(screen.getByRole('button', { name: later.VIEWS.cube }))
  expect(slider).toHaveValue(String(GAP.cube))
  for (const name of ['mine', 'opposite', 'front', 'level'] as const) {
    await userEvent.click(screen.getByRole('button', { name: later.VIEWS.cube }))
    await userEvent.click(screen.getByRole('button', { name: later.VIEWS[name] }))
    expect(slider).toHaveValue(String(GAP.usual))
  }
})

it('focuses a level for the level viewpoint, and none for the others', async () => {
  show()
  await userEvent.click(screen.getByRole('button', { name: later.VIEWS.level }))
  expect(screen.getByRole('button', { pressed: true, name: words.level('A') })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: later.VIEWS.front }))
  expect(screen.queryByRole('button', { pressed: true })).toBeNull()
})
