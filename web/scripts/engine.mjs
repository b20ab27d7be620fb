// Measures the engine in WebAssembly: node scripts/engine.mjs [KIND DEPTH ROUNDS]
// Prints the nodes of the benchmark and the best time in seconds; without arguments the signature over all kinds.
// Build the package first: cargo xtask wasm.
import { readFileSync } from 'node:fs'

import { bench, initSync, signature } from '../src/engine/pkg/raum_engine_wasm.js'

initSync({
  module: readFileSync(new URL('../src/engine/pkg/raum_engine_wasm_bg.wasm', import.meta.url)),
})

const [kind, depth, rounds] = process.argv.slice(2)
if (kind === undefined) {
  console.log(signature())
} else {
  let nodes = 0
  let seconds = Infinity
  for (let round = 0; round < Number(rounds ?? 1); round += 1) {
    const begin = performance.now()
    nodes = bench(kind, depth === undefined ? undefined : Number(depth))
    seconds = Math.min(seconds, (performance.now() - begin) / 1000)
  }
  console.log(`${nodes} ${seconds}`)
}
