// How fast the rules are in WebAssembly: node scripts/perft.mjs [KIND DEPTH]...
// Prints a JSON line for each kind, with the best of five runs. Build the package first: cargo xtask wasm.
import { readFileSync } from 'node:fs'

import { initSync, perft } from '../src/rules/pkg/raum_wasm.js'

const RUNS = 5
const DEFAULTS = ['space', '4', 'chess', '5']

initSync({
  module: readFileSync(new URL('../src/rules/pkg/raum_wasm_bg.wasm', import.meta.url)),
})

const args = process.argv.length > 2 ? process.argv.slice(2) : DEFAULTS
for (let index = 0; index + 1 < args.length; index += 2) {
  const kind = args[index]
  const depth = Number(args[index + 1])
  let nodes = 0
  let seconds = Infinity
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now()
    nodes = perft(kind, depth)
    seconds = Math.min(seconds, (performance.now() - start) / 1000)
  }
  console.log(JSON.stringify({ kind, depth, nodes, seconds }))
}
