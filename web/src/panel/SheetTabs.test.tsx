import { act } from '../act'
import { render, screen } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'

import { SheetTabs } from './SheetTabs'

afterEach(() => {
  vi.unstubAllGlobals()
})

function beUpright() {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media.includes('portrait') }),
  )
}

function panel(): HTMLElement {
  const element = document.createElement('section')
  element.className = 'panel'
  return document.body.appendChild(element)
}

const tab = (name: string) => screen.getByRole('button', { name })
const opened = () =>
  screen.queryAllByRole('button', { expanded: true }).map((button) => button.ariaLabel)

it('has no tabs beside a board', () => {
  render(<SheetTabs />)
  expect(screen.queryByRole('button')).toBeNull()
})

it('opens and closes the moves', async () => {
  beUpright()
  render(<SheetTabs />, { container: panel() })
  expect(opened()).toEqual([])
  await userEvent.click(tab('Moves'))
  expect(opened()).toEqual(['Moves'])
  await userEvent.click(tab('Moves'))
  expect(opened()).toEqual([])
})

it('closes when the board is pressed, and after a dialog', async () => {
  beUpright()
  render(
    <>
      <SheetTabs />
      <dialog />
    </>,
    { container: panel() },
  )
  render(<p>the board</p>)
  await userEvent.click(tab('Moves'))
  await userEvent.click(screen.getByText('the board'))
  expect(opened()).toEqual([])
  await userEvent.click(tab('Moves'))
  act(() => {
    document.querySelector('dialog')?.dispatchEvent(new Event('close'))
  })
  expect(opened()).toEqual([])
})

it('closes the chat for another part, and shows unread messages', async () => {
  beUpright()
  const onToggle = vi.fn()
  const chat = { label: 'Chat, 2 unread', unread: 2, onToggle }
  const { rerender } = render(<SheetTabs chat={{ ...chat, isOpen: false }} />, {
    container: panel(),
  })
  expect(tab('Chat, 2 unread')).toHaveTextContent('2')
  await userEvent.click(tab('Chat, 2 unread'))
  expect(onToggle).toHaveBeenCalledOnce()
  rerender(<SheetTabs chat={{ ...chat, isOpen: true }} />)
  expect(opened()).toEqual(['Chat, 2 unread'])
  await userEvent.click(tab('Moves'))
  expect(onToggle).toHaveBeenCalledTimes(2)
  rerender(<SheetTabs chat={{ ...chat, isOpen: false }} />)
  expect(opened()).toEqual(['Moves'])
})
