import '@testing-library/jest-dom/vitest'

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

import { initSync } from './src/raum'

// A test has no server to fetch the rules from.
initSync(readFileSync(join(import.meta.dirname, 'src/raum/pkg/raum_wasm_bg.wasm')))

// jsdom has dialogs, but cannot open them. Scripts are tested without it.
if ('HTMLDialogElement' in globalThis) {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  // As in a browser, the event comes later.
  HTMLDialogElement.prototype.close = function () {
    if (!this.open) return
    this.open = false
    setTimeout(() => this.dispatchEvent(new Event('close')))
  }
}

// jsdom has no layout, so nothing is wide.
if (typeof window !== 'undefined') {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList
}

// On a busy machine a late part takes many seconds to be compiled. Tests wait with `waitFor` and `findBy…`, which heed this: the
// second that `vi.waitFor` waits cannot be changed for all.
configure({ asyncUtilTimeout: 60_000 })

afterEach(cleanup)
