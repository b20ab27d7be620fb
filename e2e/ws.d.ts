// The part of `ws` that the tests use. Its own types would be one more dependency.

declare module 'ws' {
  import { EventEmitter } from 'node:events'

  export class WebSocket extends EventEmitter<{ open: []; message: [data: Buffer] }> {
    constructor(url: string)
    send(text: string): void
    close(): void
  }
}
