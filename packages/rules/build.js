// Builds `dist`: the page's bindings as JavaScript with types, and the WebAssembly from `cargo xtask wasm`. `npm pack` runs
// it.

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const pkg = here('../../web/src/raum/pkg')
const dist = here('dist')

if (!existsSync(pkg)) throw new Error('the WebAssembly package is missing: run cargo xtask wasm')
rmSync(dist, { recursive: true, force: true })
const tsc = here('../../web/node_modules/typescript/bin/tsc')
execFileSync(process.execPath, [tsc, '--project', here('tsconfig.json')], { stdio: 'inherit' })
for (const file of ['raum_wasm.js', 'raum_wasm_bg.wasm']) {
  cpSync(`${pkg}/${file}`, `${dist}/pkg/${file}`)
}
cpSync(here('../../LICENSE'), here('LICENSE'))
