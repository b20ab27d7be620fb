import { render, screen, waitFor } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import OtherDevice from './OtherDevice'
import type { Remote } from '../../table/remote'

const fetched = vi.fn<(url: URL, request: RequestInit) => Promise<Response>>()

beforeEach(() => {
  let count = 0
  fetched.mockImplementation(() => Promise.resolve(Response.json({ code: `C0DE${++count}` })))
  vi.stubGlobal('fetch', fetched)
})

afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
})

function opened(token: string | null = 'mine') {
  const remote = { room: 'K3V9', token, dialect: 'raum' } as Remote
  render(<OtherDevice remote={remote} onClose={() => undefined} />)
}

const link = () => screen.findByLabelText('Link for the other device')

test('the link has the code in the fragment, which no server sees', async () => {
  opened()
  expect(await link()).toHaveValue('http://localhost:3000/r/K3V9#transfer=C0DE1')
  expect(await screen.findByRole('img', { name: 'QR code of the link' })).toBeVisible()
  expect(screen.getByRole('dialog')).toHaveTextContent('works once, for five minutes')
  const [url, request] = fetched.mock.lastCall ?? []
  expect(url?.pathname).toBe('/api/rooms/K3V9/transfers')
  expect(request).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer mine' } })
})

test('a new link can be created at any time', async () => {
  opened()
  await link()
  await userEvent.click(screen.getByRole('button', { name: 'Create a new link' }))
  await waitFor(async () =>
    expect(await link()).toHaveValue('http://localhost:3000/r/K3V9#transfer=C0DE2'),
  )
})

test('an error is shown, and can be retried', async () => {
  fetched.mockRejectedValueOnce(new TypeError('no network'))
  opened()
  expect(await screen.findByText('Can’t reach the server.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Create a new link' }))
  await link()
  expect(screen.getByRole('alert')).toBeEmptyDOMElement()
})

test('a spectator has no seat to move', () => {
  opened(null)
  expect(screen.getByRole('alert')).toHaveTextContent('You don’t have a seat in this room.')
  expect(fetched).not.toHaveBeenCalled()
})
