// A socket on demand: tests say when it opens, what comes and how it ends.

export class Socket extends EventTarget {
  static readonly OPEN = 1
  static all: Socket[] = []
  static get last(): Socket {
    const socket = Socket.all.at(-1)
    if (!socket) throw new Error('nobody has connected')
    return socket
  }

  readyState = 0
  sent: string[] = []
  isClosed = false
  readonly address: string

  constructor(address: string) {
    super()
    this.address = address
    Socket.all.push(this)
  }

  send(frame: string) {
    this.sent.push(frame)
  }

  close() {
    this.isClosed = true
    this.readyState = 3
  }

  open() {
    this.readyState = Socket.OPEN
    this.dispatchEvent(new Event('open'))
  }

  say(data: string) {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }

  end(code = 1006, reason = 'why') {
    this.readyState = 3
    this.dispatchEvent(new CloseEvent('close', { code, reason }))
  }
}
