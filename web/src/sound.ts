// Short synthesised sounds, without audio files. Browsers allow them only after the first user gesture.

import { currentSettings } from './settings'

export type Sound = 'select' | 'move' | 'capture' | 'check' | 'end' | 'join' | 'chat' | 'low'

/** A fading tone: like wood if its pitch falls, like a bell if it stays. */
interface Tone {
  /** The start, relative to the sound. */
  atSeconds: number
  forSeconds: number
  hertz: number
  /** The frequency at the end. */
  toHertz: number
  loudness: number
}

function knock(hertz: number, loudness: number, atSeconds = 0): Tone {
  return { atSeconds, forSeconds: 0.09, hertz, toHertz: hertz / 2, loudness }
}

function bell(hertz: number, atSeconds: number, forSeconds = 0.35): Tone {
  return { atSeconds, forSeconds, hertz, toHertz: hertz, loudness: 0.12 }
}

const TONES: { [sound in Sound]: readonly Tone[] } = {
  select: [knock(620, 0.08)],
  move: [knock(320, 0.3), knock(840, 0.06)],
  capture: [knock(360, 0.3), knock(220, 0.35, 0.06)],
  check: [knock(320, 0.3), bell(740, 0.05), bell(988, 0.14)],
  join: [bell(587, 0), bell(880, 0.15, 0.6)],
  chat: [bell(1175, 0, 0.2)],
  low: [knock(980, 0.25), knock(980, 0.25, 0.15), knock(980, 0.25, 0.3)],
  end: [bell(523, 0), bell(659, 0.12), bell(784, 0.24, 0.8)],
}

let audio: AudioContext | null = null

/** Enables sounds from the next user gesture on. Returns a function that stops waiting for it. */
export function awaitGesture(): () => void {
  const gestures = ['pointerup', 'keydown'] as const
  for (const gesture of gestures) addEventListener(gesture, wake, { capture: true })
  return () => {
    for (const gesture of gestures) removeEventListener(gesture, wake, { capture: true })
  }
}

/** Plays a sound, unless sounds are off in the settings. */
export function sound(name: Sound): void {
  if (!audio || !currentSettings().sounds) return
  for (const tone of TONES[name]) play(audio, tone)
}

function wake(): void {
  if (!('AudioContext' in globalThis) || !currentSettings().sounds) return
  audio ??= new AudioContext()
  // Phones suspend audio. If it cannot resume, there is no sound.
  if (audio.state !== 'running') audio.resume().catch(() => undefined)
}

function play(context: AudioContext, tone: Tone): void {
  const begin = context.currentTime + tone.atSeconds
  const end = begin + tone.forSeconds
  const voice = context.createOscillator()
  voice.type = 'triangle'
  voice.frequency.setValueAtTime(tone.hertz, begin)
  voice.frequency.exponentialRampToValueAtTime(tone.toHertz, end)
  const volume = context.createGain()
  // It cannot fade from 0.
  volume.gain.setValueAtTime(Math.max(0.001, tone.loudness * currentSettings().volume), begin)
  volume.gain.exponentialRampToValueAtTime(0.001, end)
  voice.connect(volume).connect(context.destination)
  voice.start(begin)
  voice.stop(end)
}
