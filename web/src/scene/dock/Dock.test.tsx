import { fireEvent, render, screen } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'

import { Dock } from './Dock'
import { WIDTH_MIN, saveDock, savedDock, widthMax } from './saved-dock'

beforeEach(() => {
  localStorage.clear()
})

const toggle = () => screen.getByRole('button', { name: 'Flat levels' })
const handle = () => screen.getByRole('separator')
const width = () => document.documentElement.style.getPropertyValue('--dock')

it('resizes by keys within its limits, and remembers the width', () => {
  saveDock({ isOpen: true, width: 300 })
  const { unmount } = render(<Dock />)
  fireEvent.keyDown(handle(), { key: 'ArrowRight' })
  expect(handle()).toHaveAttribute('aria-valuenow', '324')
  expect(width()).toBe('324px')
  fireEvent.keyDown(handle(), { key: 'Home' })
  fireEvent.keyDown(handle(), { key: 'ArrowLeft' })
  expect(width()).toBe(`${WIDTH_MIN}px`)
  fireEvent.keyDown(handle(), { key: 'End' })
  expect(width()).toBe(`${widthMax()}px`)
  unmount()
  expect(width()).toBe('')
  expect(savedDock(false)).toEqual({ isOpen: true, width: widthMax() })
})

it('opens and closes', async () => {
  render(<Dock />)
  // The window of this test has no room.
  expect(toggle()).toHaveAttribute('aria-pressed', 'false')
  expect(screen.queryByRole('separator')).toBeNull()
  await userEvent.click(toggle())
  expect(handle()).toBeInTheDocument()
  expect(savedDock(false).isOpen).toBe(true)
})

it('ignores what it cannot read', () => {
  localStorage.setItem('raum.dock', '{"isOpen":3,"width":"wide"}')
  expect(savedDock(true)).toEqual({ isOpen: true, width: expect.any(Number) as number })
})
