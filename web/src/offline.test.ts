import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { keepOffline } from './offline'

const register = vi.fn<(url: string) => Promise<unknown>>()

beforeEach(() => {
  register.mockResolvedValue({})
  Object.defineProperty(navigator, 'serviceWorker', { value: { register }, configurable: true })
  vi.stubEnv('PROD', true)
})

afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  register.mockReset()
})

test('a built page is kept, wherever it is', () => {
  keepOffline()
  expect(register).toHaveBeenLastCalledWith('/worker.js')
  vi.stubEnv('BASE_URL', '/games/raum/')
  keepOffline()
  expect(register).toHaveBeenLastCalledWith('/games/raum/worker.js')
})

test('it is kept once it is there', () => {
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
  keepOffline()
  expect(register).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('load'))
  expect(register).toHaveBeenCalledOnce()
})

test('a page that is being written is not kept', () => {
  vi.stubEnv('PROD', false)
  keepOffline()
  expect(register).not.toHaveBeenCalled()
})

test('what cannot be kept is no trouble', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  register.mockRejectedValue(new Error('not by HTTP'))
  keepOffline()
  await waitFor(() => expect(warn).toHaveBeenCalled())
  Reflect.deleteProperty(navigator, 'serviceWorker')
  expect(keepOffline).not.toThrow()
})
