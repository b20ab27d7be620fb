import { act } from '../../act'
import { renderHook, waitFor } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { useTurnSignals } from './useTurnSignals'
import { changeSettings } from '../../settings'

const badges = { setAppBadge: vi.fn(), clearAppBadge: vi.fn() }
const notified = vi.fn()
let permission: NotificationPermission

beforeEach(() => {
  permission = 'granted'
  for (const mock of [badges.setAppBadge, badges.clearAppBadge, notified]) mock.mockReset()
  badges.setAppBadge.mockResolvedValue(undefined)
  badges.clearAppBadge.mockResolvedValue(undefined)
  Object.assign(navigator, badges)
  const fake = vi.fn(function (title: string, { body }: NotificationOptions) {
    notified(title, body)
  })
  vi.stubGlobal(
    'Notification',
    Object.defineProperty(fake, 'permission', { get: () => permission }),
  )
  document.head.innerHTML = '<link rel="icon" href="/icon.svg">'
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  changeSettings({ notifies: false })
  document.head.innerHTML = ''
})

const icon = () => document.querySelector('link')?.getAttribute('href')
const hide = (isHidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'))
  })
}
const signals = (isMyTurn: boolean) =>
  renderHook(({ turn }) => useTurnSignals(turn, 'Chess'), { initialProps: { turn: isMyTurn } })

test('the icon of the tab changes while it is the player’s turn', () => {
  const { rerender } = signals(true)
  expect(icon()).toMatch(/icon-turn\.svg$/)
  rerender({ turn: false })
  expect(icon()).toMatch(/icon\.svg$/)
})

test('a visible page shows no badge and no notification', () => {
  changeSettings({ notifies: true })
  signals(true)
  expect(badges.setAppBadge).not.toHaveBeenCalled()
  expect(notified).not.toHaveBeenCalled()
})

test('a hidden page shows a badge until it is visible again', () => {
  hide(true)
  signals(true)
  expect(badges.setAppBadge).toHaveBeenCalledWith(1)
  expect(badges.clearAppBadge).not.toHaveBeenCalled()
  hide(false)
  expect(badges.clearAppBadge).toHaveBeenCalledOnce()
})

test.each([
  [true, 'granted', 1],
  [false, 'granted', 0],
  [true, 'denied', 0],
] as const)(
  'notifies from a hidden page if wanted (%s) and %s',
  async (notifies, allowed, count) => {
    changeSettings({ notifies })
    permission = allowed
    hide(true)
    signals(true)
    await waitFor(() => expect(notified).toHaveBeenCalledTimes(count))
    if (count > 0) expect(notified).toHaveBeenCalledWith('Your turn', 'Chess')
  },
)
