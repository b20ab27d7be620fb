import { fireEvent, render, screen, within } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'

import { Viewpoints } from './Viewpoints'
import { GAP } from './layout'
import { viewpointNames } from './viewpoints'
import { factsOf } from '../../raum'
import type { Kind } from '../../raum'
import * as words from '../../words'
import * as later from '../../words-later'

const handlers = { onViewpoint: vi.fn(), onFocus: vi.fn(), onGap: vi.fn(), onFinish: vi.fn() }

beforeEach(() => {
  vi.clearAllMocks()
})

function show(kind: Kind, focus: number | null = null): void {
  render(
    <Viewpoints
      {...handlers}
      kind={kind}
      focus={focus}
      gap={GAP.usual}
      finish="glass"
      finishes={['wood', 'glass']}
      levels={factsOf(kind).extent.z}
    />,
  )
}

it.each(['chess', 'space'] as const)(
  'goes to every viewpoint of %s by its button',
  async (kind) => {
    show(kind)
    const group = within(screen.getByRole('group', { name: later.VIEW }))
    for (const button of group.getAllByRole('button')) await userEvent.click(button)
    expect(handlers.onViewpoint.mock.calls).toEqual(viewpointNames(kind).map((name) => [name]))
  },
)

it('shows no level buttons and no gap slider for a board of one level', () => {
  show('chess')
  expect(screen.queryByRole('slider')).toBeNull()
  expect(screen.queryByRole('group', { name: later.LEVEL_FOCUS })).toBeNull()
})

it('focuses a level, and clears the focus with the same button', async () => {
  show('space', 1)
  const [one, other] = [words.level('B'), words.level('C')]
  expect(screen.getByRole('button', { name: one, pressed: true })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: other, pressed: false }))
  await userEvent.click(screen.getByRole('button', { name: one }))
  expect(handlers.onFocus.mock.calls).toEqual([[2], [null]])
})

it('sets the gap between a cube and a wide stack', () => {
  show('space')
  const slider = screen.getByRole('slider', { name: later.LEVEL_SPACING })
  expect(slider).toHaveValue(String(GAP.usual))
  for (const [given, taken] of [
    ['3', 3],
    ['9', GAP.wide],
    ['0', GAP.cube],
  ] as const) {
    fireEvent.input(slider, { target: { value: given } })
    expect(handlers.onGap).toHaveBeenLastCalledWith(taken)
  }
})

it('chooses a finish', async () => {
  show('chess')
  const finishes = screen.getByRole('combobox', { name: later.FINISH })
  expect(finishes).toHaveValue('glass')
  await userEvent.selectOptions(finishes, later.FINISHES.wood)
  expect(handlers.onFinish).toHaveBeenCalledExactlyOnceWith('wood')
})
