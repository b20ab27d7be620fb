import { render, screen } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import Share from './Share'
import { offerPhotos } from '../scene/photo'
import { HotSeat } from '../table/hot-seat'
import { play } from '../table/table'

beforeEach(() => {
  localStorage.clear()
  // jsdom has no canvas, like a browser that is out of memory.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function opened(moves: string, shared: { url: string } | { text: string }) {
  const table = HotSeat.at('chess')
  for (const move of moves.split(' ').filter(Boolean)) play(table, move)
  const ply = table.snapshot().view.moves.length
  const review = { ply, position: table.position(ply), isLive: true, go: () => undefined }
  const onClose = vi.fn()
  render(<Share table={table} review={review} flipped={false} shared={shared} onClose={onClose} />)
  return onClose
}

test('a browser that cannot paint says so, and offers no file', async () => {
  opened('e2e4', { text: '1. e4 *' })
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Your browser couldn’t make the picture.',
  )
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  expect(screen.getByRole('img')).toHaveAccessibleName('Picture of the chess board. Black to move.')
})

test('a browser that cannot make an animation says so, and lets the player try again', async () => {
  vi.stubGlobal(
    'Worker',
    class {
      onerror?: (event: { message: string }) => void
      terminate = () => undefined
      postMessage = () => this.onerror?.({ message: 'not found' })
    },
  )
  opened('e2e4', { text: '1. e4 *' })
  await userEvent.click(screen.getByRole('radio', { name: 'Animated GIF' }))
  await userEvent.click(screen.getByRole('button', { name: 'Make GIF' }))
  expect(await screen.findByText(/^Your browser couldn’t make the GIF/)).toHaveRole('alert')
  expect(screen.getByRole('button', { name: 'Make GIF' })).toBeEnabled()
})

test('a game without moves has no animation', async () => {
  opened('', { text: '*' })
  await userEvent.click(screen.getByRole('radio', { name: 'Animated GIF' }))
  expect(screen.getByText(/^Play a move first/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Make GIF' })).toBeNull()
})

test('the 3D board is a choice only while there is one', async () => {
  const take = vi.fn(() => null)
  const stop = offerPhotos(take)
  opened('e2e4', { text: '1. e4 *' })
  expect(screen.getByRole('radio', { name: 'As seen in 3D' })).toBeChecked()
  // It is as it is seen.
  expect(screen.queryByRole('radio', { name: 'Light' })).toBeNull()
  expect(take).toHaveBeenCalled()
  await userEvent.click(screen.getByRole('radio', { name: 'Flat' }))
  expect(screen.getByRole('radio', { name: 'Light' })).toBeInTheDocument()
  stop()
})

test('the link is copied, or can be selected if the browser forbids it', async () => {
  const url = 'https://raum.example/r/ROOM'
  const user = userEvent.setup()
  opened('e2e4', { url })
  expect(screen.queryByRole('radio', { name: 'As seen in 3D' })).toBeNull()
  expect(screen.getByRole('textbox', { name: 'Link to the game' })).toHaveValue(url)
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await screen.findByText('Copied.')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(url)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await screen.findByText(/^Your browser blocked copying/)).toBeVisible()
})
