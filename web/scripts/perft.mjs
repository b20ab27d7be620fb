// Measures the speed of the rules in WebAssembly: node scripts/perft.mjs KIND DEPTH ROUNDS
// Prints the number of leaves and the best time in seconds. Build the package first: cargo xtask wasm.
import { readFileSync } from 'node:fs'

import { initSync, perft } from '../src/raum/pkg/raum_wasm.js'

initSync({
  module: readFileSync(new URL('../src/raum/pkg/raum_wasm_bg.wasm', import.meta.url)),
})

const [kind, depth, rounds] = process.argv.slice(2)
let leaves = 0
let seconds = Infinity
for (let round = 0; round < Number(rounds); round += 1) {
  const begin = performance.now()
  leaves = perft(kind, Number(depth))
  seconds = Math.min(seconds, (performance.now() - begin) / 1000)
}
console.log(`${leaves} ${seconds}`)
