import { renderHook, waitFor } from '@testing-library/preact'
import { afterEach, expect, it, vi } from 'vitest'

import { useWakeLock } from './useWakeLock'

afterEach(() => {
  vi.unstubAllGlobals()
})

function withLocks() {
  const release = vi.fn(() => Promise.resolve())
  const request = vi.fn(() => Promise.resolve({ release }))
  vi.stubGlobal('navigator', { wakeLock: { request } })
  return { release, request }
}

it('keeps the screen on while wanted, again after the page was hidden, and not longer', async () => {
  const { release, request } = withLocks()
  const { rerender } = renderHook(({ isWanted }) => useWakeLock(isWanted), {
    initialProps: { isWanted: false },
  })
  expect(request).not.toHaveBeenCalled()
  rerender({ isWanted: true })
  expect(request).toHaveBeenCalledOnce()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(request).toHaveBeenCalledTimes(2)
  await waitFor(() => expect(release).not.toHaveBeenCalled())
  rerender({ isWanted: false })
  await waitFor(() => expect(release).toHaveBeenCalled())
  document.dispatchEvent(new Event('visibilitychange'))
  expect(request).toHaveBeenCalledTimes(2)
})

it('goes on without a lock where browsers have none or refuse it', () => {
  vi.stubGlobal('navigator', {})
  renderHook(() => useWakeLock(true))
  const refuse = vi.fn(() => Promise.reject(new Error('low battery')))
  vi.stubGlobal('navigator', { wakeLock: { request: refuse } })
  renderHook(() => useWakeLock(true))
  expect(refuse).toHaveBeenCalled()
})
