import { render, screen } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import type { ComponentChildren } from 'preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { lazily, retry } from './lazily'
import { Outdated } from '../load'
import { Rescue } from './Rescue'

beforeEach(() => {
  // A boundary logs every error that it catches.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterEach(() => {
  vi.restoreAllMocks()
})

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>

function show(part: ComponentChildren) {
  return render(
    <Rescue>
      <p>The rest of the page</p>
      {part}
    </Rescue>,
  )
}

const pressRetry = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
}

test('a part is loaded once, when it is first rendered', async () => {
  const load = vi.fn(() => Promise.resolve({ default: Greeting }))
  const Part = lazily(load)
  expect(load).not.toHaveBeenCalled()
  const { unmount } = show(<Part name="Ann" />)
  expect(await screen.findByText('Hello Ann')).toBeVisible()
  unmount()
  show(<Part name="Ben" />)
  expect(await screen.findByText('Hello Ben')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(1)
})

test('a part that cannot be loaded shows an error after every attempt', async () => {
  let failures = 2
  const Part = lazily(async () => {
    if (failures-- > 0) throw new TypeError('no network')
    await Promise.resolve()
    return { default: Greeting }
  })
  show(<Part name="Ann" />)
  for (let press = 0; press < 2; press += 1) {
    expect(await screen.findByRole('alert')).toHaveTextContent('didn’t load')
    expect(screen.getByText('The rest of the page')).toBeVisible()
    await pressRetry()
  }
  expect(await screen.findByText('Hello Ann')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an error of the part itself is not a loading error', async () => {
  const Broken = () => {
    throw new Error('broken')
  }
  const Part = lazily(() => Promise.resolve({ default: Broken }))
  show(<Part />)
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeVisible()
})

test('only an outdated part reloads the page', () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  const again = vi.fn()
  retry(new TypeError('no network'), again)
  expect([again.mock.calls.length, reload.mock.calls.length]).toEqual([1, 0])
  retry(new Outdated('assets/part.js'), again)
  expect([again.mock.calls.length, reload.mock.calls.length]).toEqual([1, 1])
  vi.unstubAllGlobals()
})
