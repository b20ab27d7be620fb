// The embed as a visitor of another site sees it.

import type { FrameLocator, Locator, Page } from '@playwright/test'

export class Embed {
  readonly #root: Page | FrameLocator

  /** The embed in a frame, or as a page. */
  constructor(root: Page | FrameLocator) {
    this.#root = root
  }

  static framed(page: Page): Embed {
    return new Embed(page.frameLocator('iframe'))
  }

  status(): Locator {
    return this.#root.getByRole('status')
  }

  cell(name: string): Locator {
    return this.#root.getByRole('gridcell', { name: new RegExp(`^${name},`) })
  }

  cells(): Locator {
    return this.#root.getByRole('gridcell')
  }

  /** Everything that can be pressed, besides the cells. */
  controls(): Locator {
    return this.#root.locator('a, button, input, textarea, select')
  }

  async press(name: string): Promise<void> {
    await this.#root.getByRole('button', { name, exact: true }).click()
  }

  link(): Locator {
    return this.#root.getByRole('link', { name: /Open this game/ })
  }

  main(): Locator {
    return this.#root.getByRole('main')
  }
}

/** A frame with the embed of a room, as docs/embed.md writes it. */
export function frameOf(address: string, room: string, more = ''): string {
  return `<iframe src="${address}/embed/${room}${more}" width="480" height="560" title="A game"></iframe>`
}

/** Records the frames that a page and the frames in it send over sockets, without heartbeats. */
export function sentBy(page: Page): string[] {
  const sent: string[] = []
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      const text = payload.toString()
      if ((JSON.parse(text) as { type: string }).type !== 'pong') sent.push(text)
    })
  })
  return sent
}
