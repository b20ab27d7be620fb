// A connection to a room or the lobby that reconnects by itself. No other file knows the browser's socket.

import * as CloseCode from '../raum/close-codes'

/** Why a connection was closed, with a close code of the native dialect. */
export interface Close {
  code: number
  reason: string
}

/**
 * The state of a connection: `connecting` until the first frame, then `live`; `lost` while it reconnects, `offline` while the
 * browser has no network, `ended` when reconnecting is pointless. `close` is the last close frame of the server.
 */
export interface ConnectionState {
  status: 'connecting' | 'live' | 'lost' | 'offline' | 'ended'
  close: Close | null
}

/** One object for all frames, so that only changes look like changes. */
const LIVE: ConnectionState = { status: 'live', close: null }

/** The callbacks for the frames of a connection. */
export interface Protocol {
  /** Returns the first frame of a new connection. */
  hello: () => string
  /** Processes a frame and returns the frames to send. Throws if the frame does not continue the previous ones. */
  receive: (frame: string) => string[]
  /** Discards everything received: the server has a different history. */
  forget: () => void
  /** Called with the state after each change and each frame. */
  changed: (state: ConnectionState) => void
  /** Whether a new connection could continue this one; by default it can. */
  canResume?: () => boolean
  /** Whether the last frame needs a newer page. */
  isOutdated?: () => boolean
  /** Whether the server sends no heartbeat. Browsers do not show the pings of WebSocket itself. */
  isQuiet?: boolean
}

/** Close codes after which reconnecting is pointless. */
const FINAL = new Set<number>([
  CloseCode.TooBig,
  CloseCode.BadFrame,
  CloseCode.NoHello,
  CloseCode.Version,
  CloseCode.NoRoom,
  CloseCode.Forbidden,
  CloseCode.Replaced,
])
/** Close codes after which the client waits longer before it reconnects. */
const BUSY = new Set<number>([CloseCode.Flood, CloseCode.Journal, CloseCode.Full, CloseCode.Newer])

const FIRST_WAIT_MILLIS = 300
const LONGEST_WAIT_MILLIS = 15_000
const LONG_WAIT_MILLIS = 5000
/** Longer than the heartbeat of 20 seconds. A browser may not notice that the network is gone. */
const SILENCE_MILLIS = 45_000
/** The server responds to every command at once. */
const RESPONSE_MILLIS = 10_000

export class Connection {
  readonly #address: string
  readonly #protocol: Protocol
  #socket: WebSocket | null = null
  #failures = 0
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #silenceTimer: ReturnType<typeof setTimeout> | undefined
  /** Whether a command was sent, and no frame has come since. */
  #awaitsResponse = false
  readonly #listeners = new AbortController()

  /** Connects, and reconnects until `close` is called. */
  constructor(address: string, protocol: Protocol) {
    this.#address = address
    this.#protocol = protocol
    const { signal } = this.#listeners
    addEventListener('online', () => this.#reconnectNow(), { signal })
    addEventListener(
      'offline',
      () => {
        // A connection that cannot be resumed stays until it breaks.
        if (this.#canResume()) this.#drop('offline')
      },
      { signal },
    )
    // A device that slept has missed its retries.
    document.addEventListener('visibilitychange', () => this.#reconnectNow(), { signal })
    protocol.changed({ status: 'connecting', close: null })
    this.#connect()
  }

  /** Sends frames if the socket is open. The protocol knows which ones to send again. */
  send(frames: readonly string[]): void {
    // A further command does not extend the timeout.
    if (this.#write(frames) && !this.#awaitsResponse) this.#expectFrame(RESPONSE_MILLIS)
  }

  close(): void {
    this.#listeners.abort()
    clearTimeout(this.#retryTimer)
    // Browsers report an error if a socket is closed before it opens. Its `open` listener closes it instead.
    if (this.#socket?.readyState === WebSocket.CONNECTING) this.#socket = null
    this.#closeSocket()
  }

  #write(frames: readonly string[]): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    for (const frame of frames) this.#socket.send(frame)
    return frames.length > 0
  }

  #connect(): void {
    const socket = new WebSocket(this.#address)
    this.#socket = socket
    socket.addEventListener('open', () => {
      if (socket === this.#socket) this.#write([this.#protocol.hello()])
      else socket.close()
    })
    socket.addEventListener('message', ({ data }) => {
      if (socket === this.#socket) this.#receive(String(data))
    })
    socket.addEventListener('close', ({ code, reason }) => {
      if (socket === this.#socket) this.#closed({ code, reason })
    })
    this.#expectFrame()
  }

  #receive(frame: string): void {
    this.#expectFrame()
    try {
      this.#write(this.#protocol.receive(frame))
    } catch {
      if (this.#protocol.isOutdated?.()) {
        this.#closed({ code: CloseCode.Version, reason: '' })
        return
      }
      // A full replay repairs the gap.
      this.#protocol.forget()
      this.#drop('lost')
      return
    }
    this.#failures = 0
    this.#protocol.changed(LIVE)
  }

  #closed(close: Close): void {
    this.#closeSocket()
    if (FINAL.has(close.code) || !this.#canResume()) {
      this.#listeners.abort()
      this.#protocol.changed({ status: 'ended', close })
      return
    }
    if (close.code === CloseCode.Cursor) this.#protocol.forget()
    this.#retry(close)
  }

  #canResume(): boolean {
    return this.#protocol.canResume?.() ?? true
  }

  /** Drops the socket, and reconnects unless the browser is offline. */
  #drop(state: 'lost' | 'offline'): void {
    this.#closeSocket()
    if (state === 'offline') {
      clearTimeout(this.#retryTimer)
      this.#protocol.changed({ status: 'offline', close: null })
    } else {
      this.#retry(null)
    }
  }

  /** Schedules a retry, with exponential backoff and jitter. */
  #retry(close: Close | null): void {
    const atLeastMillis = close && BUSY.has(close.code) ? LONG_WAIT_MILLIS : 0
    const wait = Math.min(LONGEST_WAIT_MILLIS, FIRST_WAIT_MILLIS * 2 ** this.#failures)
    this.#failures += 1
    this.#protocol.changed({ status: navigator.onLine ? 'lost' : 'offline', close })
    clearTimeout(this.#retryTimer)
    this.#retryTimer = setTimeout(
      () => this.#connect(),
      Math.max(atLeastMillis, wait * (0.5 + Math.random() / 2)),
    )
  }

  /** Reconnects now instead of at the scheduled time. */
  #reconnectNow(): void {
    if (this.#socket !== null || document.visibilityState === 'hidden') return
    clearTimeout(this.#retryTimer)
    this.#connect()
  }

  #expectFrame(withinMillis = SILENCE_MILLIS): void {
    clearTimeout(this.#silenceTimer)
    if (this.#protocol.isQuiet) return
    this.#awaitsResponse = withinMillis === RESPONSE_MILLIS
    this.#silenceTimer = setTimeout(() => this.#drop('lost'), withinMillis)
  }

  #closeSocket(): void {
    clearTimeout(this.#silenceTimer)
    const socket = this.#socket
    this.#socket = null
    socket?.close()
  }
}
