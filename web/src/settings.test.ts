import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
})

afterEach(() => {
  vi.restoreAllMocks()
})

/** The settings module of a freshly loaded page. */
async function loaded() {
  return await import('./settings')
}

const DEFAULTS = {
  theme: 'system',
  sounds: true,
  volume: 1,
  autoFlip: false,
  clock: null,
  name: '',
  isNamed: false,
  notifies: false,
  looks: {},
  levels: {},
  instant: false,
  finishes: {},
  board: 'lavender',
  pieces: 'ivory',
  coordinates: true,
  boardSize: 100,
  confirms: 'auto',
  explains: 'auto',
  premoves: true,
  muted: [],
  watchable: false,
}

test('settings survive a reload', async () => {
  const page = await loaded()
  expect(page.currentSettings()).toEqual(DEFAULTS)
  const clock = { initialMillis: 180_000, incrementMillis: 2000 }
  page.changeSettings({ theme: 'dark', sounds: false, clock, name: 'Ann' })
  page.changeSettings({ levels: { chess: 5 }, instant: true, looks: { chess: 'space' } })
  vi.resetModules()
  const next = await loaded()
  expect(next.currentSettings()).toEqual({
    ...DEFAULTS,
    theme: 'dark',
    sounds: false,
    clock,
    name: 'Ann',
    isNamed: false,
    looks: { chess: 'space' },
    levels: { chess: 5 },
    instant: true,
  })
})

test.each([
  '{',
  'null',
  '[]',
  '7',
  '{"looks":{"chess":"odd"},"levels":{"chess":"5"},"instant":1}',
  '{"theme":"pink","sounds":"loud","autoFlip":1,"name":7,"clock":{"initialMillis":9},"finishes":{"chess":"mud"}}',
])('invalid stored settings are ignored: %s', async (stored) => {
  localStorage.setItem('raum.settings', stored)
  expect((await loaded()).currentSettings()).toEqual(DEFAULTS)
})

test('without storage, settings last until the page is closed', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError')
  })
  const page = await loaded()
  page.changeSettings({ autoFlip: true })
  expect(page.currentSettings().autoFlip).toBe(true)
})
