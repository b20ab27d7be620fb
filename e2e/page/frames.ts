// Records a page's frames in the space chess dialect, and validates each one against the schema.

import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'
import { Ajv } from 'ajv'

import { expect } from './raum.js'

const schema = new URL('../../docs/dialects/space.schema.json', import.meta.url)
const isValid = new Ajv().compile(JSON.parse(readFileSync(schema, 'utf8')) as object)

export class Frames {
  /** The types of all frames, in order: `> move` was sent, `< move_made` received. */
  readonly types: string[] = []
  readonly #unexpected: string[] = []

  /** Starts to record. */
  constructor(page: Page) {
    page.on('websocket', (socket) => {
      if (new URL(socket.url()).pathname !== '/ws') this.#unexpected.push(socket.url())
      socket.on('framesent', ({ payload }) => {
        this.#record('>', payload)
      })
      socket.on('framereceived', ({ payload }) => {
        this.#record('<', payload)
      })
    })
  }

  #record(way: '>' | '<', payload: string | Buffer): void {
    const text = payload.toString()
    const frame = JSON.parse(text) as { type: string }
    if (!isValid(frame)) this.#unexpected.push(text)
    this.types.push(`${way} ${frame.type}`)
  }

  /** Expects that all frames were valid, and that no other socket was opened. */
  check(): void {
    expect(this.#unexpected).toEqual([])
  }
}
