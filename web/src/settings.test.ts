import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
})

afterEach(() => {
  vi.restoreAllMocks()
})

/** The settings as a page that was just loaded has them. */
async function loaded() {
  return await import('./settings')
}

const DEFAULTS = {
  theme: 'system',
  sounds: true,
  autoFlip: false,
  clock: null,
  name: '',
  looks: {},
}

test('what is preferred is there after a reload', async () => {
  const page = await loaded()
  expect(page.currentSettings()).toEqual(DEFAULTS)
  const clock = { initialMillis: 180_000, incrementMillis: 2000 }
  page.prefer({ theme: 'dark', sounds: false, clock, name: 'Ann' })
  vi.resetModules()
  const next = await loaded()
  expect(next.currentSettings()).toEqual({
    ...DEFAULTS,
    theme: 'dark',
    sounds: false,
    clock,
    name: 'Ann',
  })
})

test.each([
  '{',
  'null',
  '[]',
  '7',
  '{"theme":"pink","sounds":"loud","autoFlip":1,"name":7,"clock":{"initialMillis":9}}',
])('what is kept and means nothing is left alone: %s', async (kept) => {
  localStorage.setItem('raum.settings', kept)
  expect((await loaded()).currentSettings()).toEqual(DEFAULTS)
})

test('where nothing can be kept, it holds until the page is left', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError')
  })
  const page = await loaded()
  page.prefer({ autoFlip: true })
  expect(page.currentSettings().autoFlip).toBe(true)
})
