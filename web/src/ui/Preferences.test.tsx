import { render, screen } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import Preferences from './Preferences'
import { currentSettings } from '../settings'

test('each setting takes effect at once', async () => {
  render(<Preferences onClose={vi.fn()} />)
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  await userEvent.click(screen.getByRole('radio', { name: 'Wood' }))
  await userEvent.click(screen.getByRole('switch', { name: 'Computer moves at once' }))
  await userEvent.click(screen.getByRole('switch', { name: 'Flip board after each move' }))
  await userEvent.click(screen.getByRole('switch', { name: 'Sounds' }))
  expect(currentSettings()).toMatchObject({
    theme: 'dark',
    board: 'wood',
    instant: true,
    autoFlip: true,
    sounds: false,
  })
  expect(screen.getByRole('switch', { name: 'Sounds' })).not.toBeChecked()
})
