import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** A fake that counts the tones started. */
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

/** The sound and settings modules of a freshly loaded page. */
async function loaded() {
  return { ...(await import('./sound')), ...(await import('./settings')) }
}

const gesture = () => dispatchEvent(new Event('pointerup'))

test('plays after the first gesture', async () => {
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

test('differs by event', async () => {
  vi.stubGlobal('AudioContext', FakeAudio)
  const { awaitGesture, sound } = await loaded()
  const forget = awaitGesture()
  gesture()
  const tones = (['select', 'move', 'capture', 'check', 'end'] as const).map((name) => {
    FakeAudio.tones = []
    sound(name)
    return FakeAudio.tones.join()
  })
  expect(new Set(tones).size).toBe(5)
  forget()
})

test('is silent when sounds are off', async () => {
  vi.stubGlobal('AudioContext', FakeAudio)
  const { awaitGesture, sound, changeSettings } = await loaded()
  const forget = awaitGesture()
  gesture()
  changeSettings({ sounds: false })
  sound('end')
  expect(FakeAudio.tones).toEqual([])
  changeSettings({ sounds: true })
  sound('end')
  expect(FakeAudio.tones).not.toEqual([])
  forget()
})

test('does not throw without audio support', async () => {
  const { awaitGesture, sound } = await loaded()
  const forget = awaitGesture()
  gesture()
  expect(() => sound('move')).not.toThrow()
  forget()
})
