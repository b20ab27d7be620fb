// Measures the first load of a flat board, in gzipped bytes: node scripts/weigh.mjs dist
// Counts the page's script, its static imports, and the rules. Fails above the limit.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { constants, gzipSync } from 'node:zlib'

/** For phones with a poor connection. React and the rules are most of it, so the rest has to be small. */
const LIMIT_BYTES = 200_000

const [folder] = process.argv.slice(2)
const read = (path) => readFileSync(join(folder, path))
const weigh = (path) => gzipSync(read(path), { level: constants.Z_BEST_COMPRESSION }).length

// Vite lists all static imports of the script, direct and indirect, in index.html.
const LOADED =
  /<(?:script type="module"|link rel="modulepreload")[^>]* (?:src|href)="[^"]*?(assets\/[^"]+)"/g
const scripts = [...read('index.html').toString().matchAll(LOADED)].map(([, path]) => path)
if (scripts.length === 0) throw new Error(`${folder}/index.html loads no script`)
const assets = readdirSync(join(folder, 'assets')).map((name) => `assets/${name}`)
const ending = (suffix) => assets.filter((path) => path.endsWith(suffix))
const counted = [...scripts, ...ending('.wasm')]
const styles = ending('.css')

const line = (bytes, words) => console.log(`${String(bytes).padStart(8)}  ${words}`)
console.log('The first load of a flat board, in gzipped bytes:')
let total = 0
const weights = counted.map((path) => [weigh(path), path]).sort(([one], [other]) => other - one)
for (const [bytes, path] of weights) {
  line(bytes, path)
  total += bytes
}
line(total, `total, of at most ${LIMIT_BYTES}`)
for (const path of styles) line(weigh(path), `${path} (not counted)`)

if (total > LIMIT_BYTES) {
  const [[bytes, heaviest]] = weights
  console.error(
    `${total - LIMIT_BYTES} bytes too many for the first load: the heaviest is ${heaviest} (${bytes} bytes)`,
  )
  process.exitCode = 1
}
