import { render, screen } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { LinkField } from './LinkField'

const LINK = 'http://localhost:3000/r/K3V9'

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share')
  vi.restoreAllMocks()
})

function opened() {
  const user = userEvent.setup()
  render(<LinkField label="Link" link={LINK} />)
  return user
}

test('a link is copied, or a hint explains how to copy it', async () => {
  const user = opened()
  const copy = screen.getByRole('button', { name: 'Copy link' })
  await user.click(copy)
  expect(await screen.findByText('Copied.')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(LINK)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
  await user.click(copy)
  expect(await screen.findByText(/blocked copying/)).toBeVisible()
})

test('a link can be shared if the system supports it', async () => {
  const share = vi.fn().mockRejectedValue(new DOMException('closed', 'AbortError'))
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  const user = opened()
  await user.click(screen.getByRole('button', { name: 'Share' }))
  expect(share).toHaveBeenCalledWith({ url: LINK })
})

test('no share button without system support', () => {
  opened()
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
})
