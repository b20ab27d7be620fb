// The same package for Node, where `init` reads the WebAssembly file instead of fetching it.

import { readFile } from 'node:fs/promises'

import { initSync } from './dist/all.js'

export * from './dist/all.js'

/** Reads the rules. Everything else in this package needs them. */
export async function init() {
  initSync(await readFile(new URL('dist/pkg/raum_wasm_bg.wasm', import.meta.url)))
}
