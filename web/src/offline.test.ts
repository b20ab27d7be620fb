import { waitFor } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { registerWorker } from './offline'

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

test('a built page registers the worker of its base path', () => {
  registerWorker()
  expect(register).toHaveBeenLastCalledWith('/worker.js')
  vi.stubEnv('BASE_URL', '/games/raum/')
  registerWorker()
  expect(register).toHaveBeenLastCalledWith('/games/raum/worker.js')
})

test('the worker is registered after the page has loaded', () => {
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
  registerWorker()
  expect(register).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('load'))
  expect(register).toHaveBeenCalledOnce()
})

test('a development build registers no worker', () => {
  vi.stubEnv('PROD', false)
  registerWorker()
  expect(register).not.toHaveBeenCalled()
})

test('a failed registration is only logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  register.mockRejectedValue(new Error('not by HTTP'))
  registerWorker()
  await waitFor(() => expect(warn).toHaveBeenCalled())
  Reflect.deleteProperty(navigator, 'serviceWorker')
  expect(registerWorker).not.toThrow()
})
