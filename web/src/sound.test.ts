import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Counts the tones that begin, and does nothing else. */
class FakeAudio {
  static made = 0
  static tones: number[] = []
  state = 'suspended'
  currentTime = 0
  destination = {}
  constructor() {
    FakeAudio.made += 1
  }
  resume() {
    this.state = 'running'
    return Promise.resolve()
  }
  createOscillator() {
    const frequency = {
      setValueAtTime: (hertz: number) => FakeAudio.tones.push(hertz),
      exponentialRampToValueAtTime: () => undefined,
    }
    return { frequency, connect: () => this.createGain(), start: vi.fn(), stop: vi.fn() }
  }
  createGain() {
    const gain = { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() }
    return { gain, connect: vi.fn() }
  }
}

beforeEach(() => {
  localStorage.clear()
  vi.resetModules()
  FakeAudio.made = 0
  FakeAudio.tones = []
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** The sounds and settings of a page that was just loaded. */
async function loaded() {
  return { ...(await import('./sound')), ...(await import('./settings')) }
}

const gesture = () => dispatchEvent(new Event('pointerup'))

test('is heard from the first gesture on', async () => {
  vi.stubGlobal('AudioContext', FakeAudio)
  const { awaitGesture, sound } = await loaded()
  const forget = awaitGesture()
  sound('move')
  expect([FakeAudio.made, FakeAudio.tones]).toEqual([0, []])
  gesture()
  gesture()
  expect(FakeAudio.made).toBe(1)
  sound('move')
  expect(FakeAudio.tones.length).toBeGreaterThan(0)
  forget()
})

test('differs by what it tells', async () => {
  vi.stubGlobal('AudioContext', FakeAudio)
  const { awaitGesture, sound } = await loaded()
  const forget = awaitGesture()
  gesture()
  const heard = (['select', 'move', 'capture', 'check', 'end'] as const).map((name) => {
    FakeAudio.tones = []
    sound(name)
    return FakeAudio.tones.join()
  })
  expect(new Set(heard).size).toBe(5)
  forget()
})

test('is silent where it is preferred so', async () => {
  vi.stubGlobal('AudioContext', FakeAudio)
  const { awaitGesture, sound, prefer } = await loaded()
  const forget = awaitGesture()
  gesture()
  prefer({ sounds: false })
  sound('end')
  expect(FakeAudio.tones).toEqual([])
  prefer({ sounds: true })
  sound('end')
  expect(FakeAudio.tones).not.toEqual([])
  forget()
})

test('throws nothing where there is no sound', async () => {
  const { awaitGesture, sound } = await loaded()
  const forget = awaitGesture()
  gesture()
  expect(() => sound('move')).not.toThrow()
  forget()
})
