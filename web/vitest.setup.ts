import { act } from './src/act'
import '@testing-library/jest-dom/vitest'

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { cleanup, configure } from '@testing-library/preact'
import { afterEach } from 'vitest'

import { initSync } from './src/raum'

// Tests have no server from which to fetch the rules.
initSync(readFileSync(join(import.meta.dirname, 'src/raum/pkg/raum_wasm_bg.wasm')))

// jsdom has dialogs, but cannot open them. Tests of scripts run without jsdom.
if ('HTMLDialogElement' in globalThis) {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  // As in a browser, the event is asynchronous.
  HTMLDialogElement.prototype.close = function () {
    if (!this.open) return
    this.open = false
    setTimeout(() => this.dispatchEvent(new Event('close')))
  }
}

// jsdom hides popovers and cannot open them. Tests see what is in them.
if (typeof document !== 'undefined') {
  const style = document.createElement('style')
  style.textContent = '[popover] { display: block !important }'
  document.head.append(style)
  HTMLElement.prototype.hidePopover = () => undefined
}

// jsdom has no layout, so no media query matches.
if (typeof window !== 'undefined') {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList
  window.ResizeObserver = class {
    observe = () => undefined
    unobserve = () => undefined
    disconnect = () => undefined
  }
}

// On a busy machine, compiling a lazy part takes many seconds. Tests wait with `waitFor` and `findBy…`, which use this
// timeout; that of `vi.waitFor` cannot be set globally.
configure({ asyncUtilTimeout: 60_000 })

// In `act`, so that effects are cleaned up at once rather than during the next test.
afterEach(() => act(cleanup))
