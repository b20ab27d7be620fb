import { render } from '@testing-library/preact'
import { expect, test } from 'vitest'

import { Picture } from './Picture'
import type { Kind } from '../raum'

test.each<[Kind, number]>([
  ['chess', 32],
  ['space', 40],
  ['tictactoe', 3],
])('the picture of %s has %i pieces, and is hidden from screen readers', (kind, pieces) => {
  const { container } = render(<Picture kind={kind} />)
  expect(container.querySelectorAll('.figure-body')).toHaveLength(pieces)
  expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true')
})
