// The lobby before its first lists. A file of its own: the page keeps the last lists.

import { act } from '../act'
import { render, screen, waitFor } from '@testing-library/preact'
import { expect, test } from 'vitest'

import FindOpponent from './FindOpponent'
import NowPlaying from './NowPlaying'
import { LISTS, prepare, tidy, welcome } from './testing'
import { Socket } from '../table/testing'

test('without the server, a note stands in for the lobby, until the server answers', async () => {
  prepare()
  const { unmount } = render(
    <>
      <FindOpponent />
      <NowPlaying />
    </>,
  )
  expect(screen.getByRole('status')).toHaveTextContent('Connecting…')
  act(() => Socket.last.end())
  expect(screen.getByRole('status')).toHaveTextContent(/can’t be reached/)
  expect(screen.queryByRole('region', { name: 'Now playing' })).toBeNull()
  await waitFor(() => expect(Socket.all).toHaveLength(2))
  welcome({ lists: LISTS })
  expect(screen.getByRole('group', { name: 'Chess' })).toBeVisible()
  unmount()
  tidy()
})
