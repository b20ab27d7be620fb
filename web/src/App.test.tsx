import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { App } from './App'

test('says so when the rules cannot be loaded', async () => {
  // React reports what it catches.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)

  await act(async () => {
    render(<App rules={Promise.reject(new Error('no WebAssembly here'))} />)
    await Promise.resolve()
  })

  expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong')
  vi.restoreAllMocks()
})
