import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { sitDown } from './testing'

const drawn = vi.hoisted(() => vi.fn())

vi.mock('./Figure', () => ({
  Figure: () => {
    drawn()
    return null
  },
}))

test('only cells in which something changed are drawn again', async () => {
  const { cell } = sitDown('chess')
  expect(drawn).toHaveBeenCalledTimes(32)
  drawn.mockClear()
  await userEvent.hover(cell(4, 4))
  expect(drawn).not.toHaveBeenCalled()
  // The pawn that is chosen, and the rook that is left by the cursor.
  await userEvent.click(cell(4, 1))
  expect(drawn.mock.calls.length).toBeLessThan(8)
})
