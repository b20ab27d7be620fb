// A connection to a room that reconnects by itself. No other file knows the browser's socket.

import { CloseCode } from '../raum'

/** How a connection ended, by the codes of the native dialect. */
export interface Close {
  code: number
  reason: string
}

/**
 * How a line is: `connecting` until the first word has come, then `live`; `lost` while it is tried again, `offline`
 * while the browser has no network, `ended` once there is no use in trying. `close` is what the server said last.
 */
export interface LineState {
  status: 'connecting' | 'live' | 'lost' | 'offline' | 'ended'
  close: Close | null
}

/** The same object for every frame: only a change is another one. */
const LIVE: LineState = { status: 'live', close: null }

/** What is said over a line. */
export interface Talk {
  /** The first frame of a new connection. */
  hello: () => string
  /** Takes a frame in, and tells what to send. Throws at one that does not follow from those before it. */
  receive: (frame: string) => string[]
  /** The server has another history than we know: whatever was heard is to be forgotten. */
  forget: () => void
  /** Tells how the line is, after each frame too. */
  changed: (state: LineState) => void
  /** Whether another connection could go on where this one ends; it can if nothing is said here. */
  canResume?: () => boolean
  /** Whether a frame has come that only a newer page understands. */
  isOutdated?: () => boolean
  /** Whether the server may be silent for long: browsers keep a socket's own pings to themselves. */
  isQuiet?: boolean
}

/** Nothing gets better by trying again: no such room, not let in, another page has the seat, another version. */
const FINAL = new Set<number>([
  CloseCode.TooBig,
  CloseCode.BadFrame,
  CloseCode.NoHello,
  CloseCode.Version,
  CloseCode.NoRoom,
  CloseCode.Forbidden,
  CloseCode.Replaced,
])
/** The client reconnects after a longer wait. */
const BUSY = new Set<number>([CloseCode.Flood, CloseCode.Journal, CloseCode.Full, CloseCode.Newer])

const FIRST_WAIT_MILLIS = 300
const LONGEST_WAIT_MILLIS = 15_000
const LONG_WAIT_MILLIS = 5000
/** The server says something every twenty seconds. A browser may not notice that the network is gone. */
const SILENCE_MILLIS = 45_000
/** And it answers at once whatever is asked. */
const ANSWER_MILLIS = 10_000

export class Line {
  readonly #address: string
  readonly #talk: Talk
  #socket: WebSocket | null = null
  #failures = 0
  #again: ReturnType<typeof setTimeout> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  /** Whether something was asked and nothing has been heard since. */
  #isAsked = false
  readonly #listening = new AbortController()

  /** Begins to connect, and goes on until it is closed. */
  constructor(address: string, talk: Talk) {
    this.#address = address
    this.#talk = talk
    const { signal } = this.#listening
    addEventListener(
      'online',
      () => {
        this.#now()
      },
      { signal },
    )
    addEventListener(
      'offline',
      () => {
        // What cannot be resumed is not given up before it is lost.
        if (this.#canResume()) this.#drop('offline')
      },
      { signal },
    )
    // A device that slept has missed its time to try again.
    document.addEventListener(
      'visibilitychange',
      () => {
        this.#now()
      },
      { signal },
    )
    talk.changed({ status: 'connecting', close: null })
    this.#connect()
  }

  /** Sends frames if there is somebody to hear them. Whoever sends knows what has to be sent again. */
  send(frames: readonly string[]): void {
    // Whoever asks again has no more time.
    if (this.#put(frames) && !this.#isAsked) this.#expectWord(ANSWER_MILLIS)
  }

  close(): void {
    this.#listening.abort()
    clearTimeout(this.#again)
    this.#hangUp()
  }

  #put(frames: readonly string[]): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    for (const frame of frames) this.#socket.send(frame)
    return frames.length > 0
  }

  #connect(): void {
    const socket = new WebSocket(this.#address)
    this.#socket = socket
    socket.addEventListener('open', () => {
      this.#put([this.#talk.hello()])
    })
    socket.addEventListener('message', ({ data }) => {
      if (socket === this.#socket) this.#hear(String(data))
    })
    socket.addEventListener('close', ({ code, reason }) => {
      if (socket === this.#socket) this.#ended({ code, reason })
    })
    this.#expectWord()
  }

  #hear(frame: string): void {
    this.#expectWord()
    try {
      this.#put(this.#talk.receive(frame))
    } catch {
      if (this.#talk.isOutdated?.()) {
        this.#ended({ code: CloseCode.Version, reason: '' })
        return
      }
      // What does not follow is mended by hearing all of it again.
      this.#talk.forget()
      this.#drop('lost')
      return
    }
    this.#failures = 0
    this.#talk.changed(LIVE)
  }

  #ended(close: Close): void {
    this.#hangUp()
    if (FINAL.has(close.code) || !this.#canResume()) {
      this.#listening.abort()
      this.#talk.changed({ status: 'ended', close })
      return
    }
    if (close.code === CloseCode.Cursor) this.#talk.forget()
    this.#retry(close)
  }

  #canResume(): boolean {
    return this.#talk.canResume?.() ?? true
  }

  /** Gives the connection up, and tries again. */
  #drop(state: 'lost' | 'offline'): void {
    this.#hangUp()
    if (state === 'offline') {
      clearTimeout(this.#again)
      this.#talk.changed({ status: 'offline', close: null })
    } else {
      this.#retry(null)
    }
  }

  /** Later each time, and not when everybody else does. */
  #retry(close: Close | null): void {
    const atLeastMillis = close && BUSY.has(close.code) ? LONG_WAIT_MILLIS : 0
    const wait = Math.min(LONGEST_WAIT_MILLIS, FIRST_WAIT_MILLIS * 2 ** this.#failures)
    this.#failures += 1
    this.#talk.changed({ status: navigator.onLine ? 'lost' : 'offline', close })
    clearTimeout(this.#again)
    this.#again = setTimeout(
      () => {
        this.#connect()
      },
      Math.max(atLeastMillis, wait * (0.5 + Math.random() / 2)),
    )
  }

  /** Tries at once what would be tried later. */
  #now(): void {
    if (this.#socket !== null || document.visibilityState === 'hidden') return
    clearTimeout(this.#again)
    this.#connect()
  }

  #expectWord(withinMillis = SILENCE_MILLIS): void {
    clearTimeout(this.#silence)
    if (this.#talk.isQuiet) return
    this.#isAsked = withinMillis === ANSWER_MILLIS
    this.#silence = setTimeout(() => {
      this.#drop('lost')
    }, withinMillis)
  }

  #hangUp(): void {
    clearTimeout(this.#silence)
    const socket = this.#socket
    this.#socket = null
    socket?.close()
  }
}
