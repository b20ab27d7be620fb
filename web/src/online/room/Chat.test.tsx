// The chat of a room, and its people.

import { act } from '../../act'
import { cleanup, screen, within } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { button, noButton, joinRoom } from './testing'
import { currentSettings, changeSettings } from '../../settings'

beforeEach(() => {
  localStorage.clear()
  changeSettings({ name: '' })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const said = (text: string, name = 'Ben', member: number | null = name === 'Ben' ? 2 : 1) => ({
  type: 'said',
  ...(member !== null && { member }),
  name,
  text,
})
const chat = () => within(screen.getByRole('region', { name: 'Chat' }))
const open = async () => {
  await userEvent.click(button(/^Chat/))
}
const lines = () =>
  chat()
    .getAllByRole('listitem')
    .map((line) => line.textContent.replace(/\d+:\d+( [AP]M)?/, '|'))
const message = () => screen.getByRole('textbox', { name: 'Message' })
const hide = (hidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

describe('the chat', () => {
  test('is closed on small screens, and can be opened', async () => {
    joinRoom({ then: [said('Hello')] })
    expect(button('Chat')).toHaveAttribute('aria-expanded', 'false')
    expect(screen.queryByText('Hello')).not.toBeInTheDocument()
    await open()
    expect(button('Chat')).toHaveAttribute('aria-expanded', 'true')
    expect(screen.getByText('Hello')).toBeVisible()
  })

  test('is open on wide screens', () => {
    vi.stubGlobal('matchMedia', (media: string) =>
      Object.assign(new EventTarget(), { media, matches: media === '(width >= 56rem)' }),
    )
    joinRoom()
    expect(button('Chat')).toHaveAttribute('aria-expanded', 'true')
  })

  test('keeps line breaks, which Shift+Enter inserts', async () => {
    const { sent } = joinRoom({ then: [said('one\ntwo')] })
    await open()
    expect(chat().getByText(/^one/).textContent).toBe('one\ntwo')
    await userEvent.type(message(), 'three{Shift>}{Enter}{/Shift}four')
    expect(sent()).toEqual([])
    await userEvent.keyboard('{Enter}')
    expect(sent()).toEqual([{ type: 'say', text: 'three\nfour' }])
    expect(message()).toHaveValue('')
  })

  test('isolates names of any text direction', async () => {
    const name = '\u05d3\u05d5\u05d3 (1)'
    const { presence, happens } = joinRoom({ then: [said('Hello', name, 2)] })
    await open()
    expect(chat().getByText(name).tagName).toBe('BDI')
    expect(chat().getByText('Hello').tagName).toBe('BDI')
    happens({ type: 'renamed', member: 2, name })
    presence({ spectators: 1, watchers: [name] })
    const named = screen.getAllByText(name)
    // The seat, the chat and the spectator list.
    expect(named.map(({ tagName }) => tagName)).toEqual(['BDI', 'BDI', 'BDI'])
    presence({ away: [{ member: 2, since: Date.now() }] })
    expect(screen.getByText(`\u2068${name}\u2069 is away.`)).toHaveAttribute('role', 'status')
  })

  test('shows sender and time of messages, and highlights the player’s own', async () => {
    joinRoom({ then: [said('Good luck <b>🦄</b>'), said('You too', 'Ann')] })
    await open()
    expect(lines()).toEqual(['Ben |Good luck <b>🦄</b>', 'You |You too'])
    expect(chat().getAllByRole('listitem')[1]).toHaveClass('chat-own')
    expect(chat().getAllByRole('listitem')[0]).not.toHaveClass('chat-own')
  })

  test('follows new messages at the end, and stays in place while reading earlier ones', async () => {
    vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(500)
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(100)
    const { happens } = joinRoom({ then: [said('one')] })
    await open()
    const list = chat().getByRole('list')
    expect(list.scrollTop).toBe(500)
    list.scrollTop = 30
    act(() => {
      list.dispatchEvent(new Event('scroll', { bubbles: true }))
    })
    happens(said('two'))
    expect(list.scrollTop).toBe(30)
  })

  test('is absent if chat is off', () => {
    joinRoom({ rules: { chat: false } })
    expect(screen.queryByRole('region', { name: 'Chat' })).not.toBeInTheDocument()
  })

  test('can be muted: only the player’s own messages are left, also after a reload', async () => {
    const { happens } = joinRoom({ then: [said('Hello'), said('Hi', 'Ann')] })
    await open()
    await userEvent.click(chat().getByRole('switch', { name: 'Mute this chat' }))
    expect(lines()).toEqual(['You |Hi'])
    await open()
    happens(said('Still there?'))
    expect(button('Chat')).toBeVisible()
    expect(screen.queryByText(/Still there/)).not.toBeInTheDocument()
    cleanup()
    joinRoom({ then: [said('Hello')] })
    await open()
    expect(screen.getByText('You see only your own messages.')).toBeVisible()
    await userEvent.click(chat().getByRole('switch', { name: 'Mute this chat' }))
    expect(lines()).toEqual(['Ben |Hello'])
    expect(currentSettings().muted).toEqual([])
  })

  test('has no field for users who may not chat', async () => {
    const { happens } = joinRoom({ then: [said('Bye')] })
    await open()
    happens({ type: 'room-closed' })
    expect(screen.getByText('Bye')).toBeVisible()
    expect(screen.queryByRole('textbox', { name: 'Message' })).not.toBeInTheDocument()
  })
})

describe('unread messages', () => {
  test('are counted while the chat is closed, except the player’s own', async () => {
    const { happens } = joinRoom({ then: [said('before')] })
    expect(button('Chat')).toBeVisible()
    happens(said('one'), said('mine', 'Ann'))
    happens(said('two'))
    expect(button('Chat, 2 unread')).toBeVisible()
    await open()
    expect(button('Chat')).toBeVisible()
    await open()
    expect(button('Chat')).toBeVisible()
  })

  test('are counted while the page is hidden', async () => {
    const { happens } = joinRoom()
    await open()
    hide(true)
    happens(said('one'))
    expect(button('Chat, 1 unread')).toBeVisible()
    hide(false)
    expect(button('Chat')).toBeVisible()
  })
})

describe('sending', () => {
  test('works by Enter, as plain text', async () => {
    const { sent, done } = joinRoom()
    await open()
    expect(message()).toHaveAttribute('maxlength', '500')
    expect(button('Send')).toBeDisabled()
    await userEvent.type(message(), '  hello {Enter}')
    expect(sent()).toEqual([{ type: 'say', text: 'hello' }])
    expect(message()).toHaveValue('')
    done(said('hello', 'Ann'))
    expect(lines()).toEqual(['You |hello'])
    expect(message()).toHaveValue('')
  })

  test('ignores blank messages', async () => {
    const { sent } = joinRoom()
    await open()
    await userEvent.type(message(), '   {Enter}')
    expect(sent()).toEqual([])
  })

  test('restores a refused message', async () => {
    const { refuse } = joinRoom()
    await open()
    await userEvent.type(message(), 'hello{Enter}')
    refuse('Not so fast.')
    expect(message()).toHaveValue('hello')
    expect(screen.getByText('Not so fast.')).toHaveAttribute('role', 'alert')
  })

  test('keeps a message that cannot be sent', async () => {
    const { cut, room } = joinRoom()
    await open()
    cut(4011)
    const asking = vi.spyOn(room, 'ask')
    await userEvent.type(message(), 'hello{Enter}')
    expect(asking).not.toHaveBeenCalled()
    expect(message()).toHaveValue('hello')
  })

  test('asks a spectator for a name first', async () => {
    const { sent, happens } = joinRoom({ member: null })
    await open()
    const name = chat().getByRole('textbox', { name: 'Your name' })
    await userEvent.type(message(), 'hello{Enter}')
    expect(sent()).toEqual([])
    await userEvent.type(name, 'Eve')
    await userEvent.click(button('Send'))
    expect(sent()).toEqual([
      { type: 'watch', name: 'Eve' },
      { type: 'say', name: 'Eve', text: 'hello' },
    ])
    expect(currentSettings().name).toBe('Eve')
    expect(chat().queryByRole('textbox', { name: 'Your name' })).not.toBeInTheDocument()
    happens(said('hello', 'Eve', null))
    expect(lines()).toEqual(['You |hello'])
  })
})

describe('people', () => {
  test.each([
    [0, [], 'No spectators', []],
    [1, ['Eve'], '1 spectator', ['Eve']],
    [3, ['Eve', 'Cem'], '3 spectators', ['Eve', 'Cem', '1 anonymous']],
  ])('%i of them', async (spectators, watchers, words, names) => {
    const { presence } = joinRoom()
    presence({ spectators, watchers })
    await userEvent.click(screen.getByText(words))
    const people = screen.getByText(words).closest('details')
    const shown = people ? within(people).queryAllByRole('listitem') : []
    expect(shown.map(({ textContent }) => textContent)).toEqual(names)
  })

  test('the player’s own name can be changed', async () => {
    const { sent, done, strips } = joinRoom()
    await userEvent.click(screen.getByText('No spectators'))
    const name = screen.getByRole('textbox', { name: 'Your name' })
    expect(name).toHaveValue('Ann')
    await userEvent.clear(name)
    expect(button('Change name')).toBeDisabled()
    await userEvent.type(name, 'Anna{Enter}')
    expect(sent()).toEqual([{ type: 'rename', name: 'Anna' }])
    done({ type: 'renamed', member: 1, name: 'Anna' })
    expect(strips()[1]).toBe('WhiteAnnaYou')
  })

  test('a name that is too long is not cut, but refused with a count', async () => {
    const { sent } = joinRoom()
    await userEvent.click(screen.getByText('No spectators'))
    const name = screen.getByRole('textbox', { name: 'Your name' })
    await userEvent.clear(name)
    await userEvent.type(name, `${'x'.repeat(41)}{Enter}`)
    expect(sent()).toEqual([])
    expect(button('Change name')).toBeDisabled()
    expect(name).toHaveAccessibleDescription('A name has at most 40 characters. This one has 41.')
  })

  test('are absent if the dialect does not support them', () => {
    joinRoom({ kind: 'space', dialect: 'space' })
    expect(screen.queryByText('No spectators')).not.toBeInTheDocument()
    expect(noButton('Change name')).not.toBeInTheDocument()
  })
})
