// The frames of the dialect of space chess that go in and out of a page, each checked against the schema.

import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'
import { Ajv } from 'ajv'

import { expect } from './raum.js'

const schema = new URL('../../docs/dialects/space.schema.json', import.meta.url)
const isOfSchema = new Ajv().compile(JSON.parse(readFileSync(schema, 'utf8')) as object)

export class Frames {
  /** The types of all frames, in order: `> move` was sent, `< move_made` came. */
  readonly types: string[] = []
  readonly #others: string[] = []

  /** Listens from now on. */
  constructor(page: Page) {
    page.on('websocket', (socket) => {
      if (new URL(socket.url()).pathname !== '/ws') this.#others.push(socket.url())
      socket.on('framesent', ({ payload }) => {
        this.#see('>', payload)
      })
      socket.on('framereceived', ({ payload }) => {
        this.#see('<', payload)
      })
    })
  }

  #see(way: '>' | '<', payload: string | Buffer): void {
    const text = payload.toString()
    const frame = JSON.parse(text) as { type: string }
    if (!isOfSchema(frame)) this.#others.push(text)
    this.types.push(`${way} ${frame.type}`)
  }

  /** Nothing was said that is not of the schema, and nothing over another socket. */
  check(): void {
    expect(this.#others).toEqual([])
  }
}
