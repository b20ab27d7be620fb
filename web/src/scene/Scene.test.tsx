import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import Scene from './Scene'
import { GAP } from './camera/layout'
import type { Choice } from '../board/choice'
import { Record } from '../raum'
import * as words from '../words'
import * as later from '../words-later'

// What is drawn is tested where it is made. Here is what is around it.
vi.mock('@react-three/fiber', () => ({ Canvas: () => null }))

let context: object | null
const nothing = () => undefined
const CHOICE: Choice = {
  selected: null,
  targets: [],
  promotions: [],
  press: nothing,
  lift: () => false,
  promote: nothing,
  cancel: nothing,
}

beforeEach(() => {
  context = { getExtension: () => null }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => context as null)
})

afterEach(() => {
  vi.restoreAllMocks()
})

function show(): void {
  const position = Record.start('space').position()
  const nobody = { flipped: false, hovered: null, cursor: null, onHover: nothing }
  render(<Scene {...nobody} position={position} choice={CHOICE} />)
}

it('fails with a sentence where nothing can be drawn', () => {
  context = null
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  expect(show).toThrow(later.NO_SCENE)
})

it('says how it is turned', () => {
  show()
  expect(screen.getByRole('application', { name: later.SCENE })).toHaveAttribute('tabindex', '0')
})

it('moves the levels together for the cube, and apart again for the usual view', async () => {
  show()
  const slider = screen.getByRole('slider')
  await userEvent.click(screen.getByRole('button', { name: later.VIEWS.cube }))
  expect(slider).toHaveValue(String(GAP.cube))
  await userEvent.click(screen.getByRole('button', { name: later.VIEWS.mine }))
  expect(slider).toHaveValue(String(GAP.usual))
})

it('looks at a level where one level is to be seen, and at all in the other views', async () => {
  show()
  await userEvent.click(screen.getByRole('button', { name: later.VIEWS.level }))
  expect(screen.getByRole('button', { pressed: true, name: words.level('A') })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: later.VIEWS.front }))
  expect(screen.queryByRole('button', { pressed: true })).toBeNull()
})
