import { render } from '@testing-library/preact'
import { expect, test } from 'vitest'

import { Figure } from './Figure'
import type { Role, Side } from '../raum'
import { ROLES } from '../words'

function drawn(side: Side, role: Role): string {
  return render(<Figure side={side} role={role} />).container.innerHTML
}

test('no two pieces look the same', () => {
  const roles = (Object.keys(ROLES) as Role[]).filter((role) => role !== 'mark')
  const pieces = roles.flatMap((role) => [drawn('white', role), drawn('black', role)])
  const all = [...pieces, drawn('X', 'mark'), drawn('O', 'mark')]
  expect(new Set(all).size).toBe(16)
})
