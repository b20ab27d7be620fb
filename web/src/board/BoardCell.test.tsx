import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { renderBoard } from './testing'

const drawn = vi.hoisted(() => vi.fn())

vi.mock('./Figure', () => ({
  Figure: () => {
    drawn()
    return null
  },
}))

test('only changed cells are rendered again', async () => {
  const { cell } = renderBoard('chess')
  expect(drawn).toHaveBeenCalledTimes(32)
  drawn.mockClear()
  await userEvent.hover(cell(4, 4))
  expect(drawn).not.toHaveBeenCalled()
  // The selected pawn, and the rook that loses the cursor.
  await userEvent.click(cell(4, 1))
  expect(drawn.mock.calls.length).toBeLessThan(8)
})
