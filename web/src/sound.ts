// Short sounds, made as they are heard: there are no files. Nothing is heard before the first gesture,
// as browsers want it, nor where a browser has no sound.

import { currentSettings } from './settings'

export type Sound = 'select' | 'move' | 'capture' | 'check' | 'end'

/** A tone that fades: wood if it is short and falls, a bell if it stays. */
interface Tone {
  /** When it begins. */
  atSeconds: number
  forSeconds: number
  hertz: number
  /** Where its pitch ends. */
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
  end: [bell(523, 0), bell(659, 0.12), bell(784, 0.24, 0.8)],
}

let audio: AudioContext | null = null

/** Lets sounds be heard from the next gesture on. */
export function awaitGesture(): () => void {
  const gestures = ['pointerup', 'keydown'] as const
  for (const gesture of gestures) addEventListener(gesture, wake, { capture: true })
  return () => {
    for (const gesture of gestures) removeEventListener(gesture, wake, { capture: true })
  }
}

/** Makes a sound, unless somebody prefers none. */
export function sound(name: Sound): void {
  if (!audio || !currentSettings().sounds) return
  for (const tone of TONES[name]) play(audio, tone)
}

function wake(): void {
  if (!('AudioContext' in globalThis) || !currentSettings().sounds) return
  audio ??= new AudioContext()
  // A phone may have put it to sleep. If it stays asleep, there is just no sound.
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
  volume.gain.setValueAtTime(tone.loudness, begin)
  volume.gain.exponentialRampToValueAtTime(0.001, end)
  voice.connect(volume).connect(context.destination)
  voice.start(begin)
  voice.stop(end)
}
