// Reports of chat messages.

import { screen, within } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { button, joinRoom } from './testing'
import { changeSettings, currentSettings } from '../../settings'
import { ROOM } from '../../table/testing'

beforeEach(() => {
  localStorage.clear()
  changeSettings({ name: '', muted: [] })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const said = (text: string, member: 1 | 2) => {
  return { type: 'said', member, name: member === 1 ? 'Ann' : 'Ben', text }
}
const reports = () => screen.queryAllByRole('button', { name: /^Report/ })

/** Opens the chat with a message of each player, and the dialog for the other's. */
async function open(respond: () => Promise<Response>) {
  const fetched = vi.fn(respond)
  vi.stubGlobal('fetch', fetched)
  joinRoom({ then: [said('Hello', 1), said('You fool', 2)] })
  await userEvent.click(button(/^Chat/))
  expect(reports()).toHaveLength(1)
  expect(reports()[0]).toHaveAccessibleName(
    'Report \u2068Ben\u2069’s message: \u2068You fool\u2069',
  )
  reports()[0]?.focus()
  await userEvent.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Report this message' }))
  return { dialog, fetched }
}

test('a message of the opponent can be reported, and the chat muted', async () => {
  const { dialog, fetched } = await open(() => Promise.resolve(Response.json({}, { status: 202 })))
  expect(dialog.getByText('You fool')).toBeVisible()
  await userEvent.click(dialog.getByRole('radio', { name: 'Spam' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
  expect(await dialog.findByText(/^Reported\./)).toHaveAttribute('role', 'status')
  const [address, request] = fetched.mock.calls[0] as unknown as [URL, RequestInit]
  expect(address.pathname).toBe(`/api/rooms/${ROOM}/reports`)
  // Entries before: the room, two seats, the game, and the first message.
  expect(JSON.parse(request.body as string)).toEqual({ entry: 6, reason: 'spam' })
  expect(request.headers).toMatchObject({ authorization: 'Bearer mine' })
  await userEvent.click(dialog.getByRole('button', { name: 'Mute this chat' }))
  expect(currentSettings().muted).toEqual([ROOM])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(reports()).toEqual([])
})

test('the server’s objection is shown, and the report can be sent again', async () => {
  const problem = { code: 'too-many-reports', detail: 'Too many reports. Wait a minute.' }
  const { dialog } = await open(() => Promise.resolve(Response.json(problem, { status: 429 })))
  await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('Too many reports. Wait a minute.')
  expect(dialog.getByRole('button', { name: 'Send report' })).toBeEnabled()
})
