// The same for Node, which fetches no files.

import { readFile } from 'node:fs/promises'

import { initSync } from './dist/index.js'

export * from './dist/index.js'

/** Reads the rules. Nothing else here works before. */
export async function init() {
  initSync(await readFile(new URL('dist/pkg/raum_wasm_bg.wasm', import.meta.url)))
}
