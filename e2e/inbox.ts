// Messages that a client has received, in order.

export class Inbox<Message> {
  readonly #received: Message[] = []
  readonly #readers: ((message: Message) => void)[] = []

  push(message: Message): void {
    const reader = this.#readers.shift()
    if (reader) reader(message)
    else this.#received.push(message)
  }

  /** The next message, as soon as it arrives. */
  next(): Promise<Message> {
    const message = this.#received.shift()
    return message === undefined
      ? new Promise((resolve) => this.#readers.push(resolve))
      : Promise.resolve(message)
  }
}
