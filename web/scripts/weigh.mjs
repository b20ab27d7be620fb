// What the first load of a flat board costs, in bytes of gzip: node scripts/weigh.mjs dist
// Counted are the script of the page, all that it imports at once, and the rules. Above the limit it fails.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { constants, gzipSync } from 'node:zlib'

/** For phones far from the next mast. React and the rules are most of it: the rest has to be small. */
const LIMIT_BYTES = 200_000

const [folder] = process.argv.slice(2)
const read = (path) => readFileSync(join(folder, path))
const weigh = (path) => gzipSync(read(path), { level: constants.Z_BEST_COMPRESSION }).length

// Vite writes all that a script imports at once, however deep, into the page beside it.
const LOADED =
  /<(?:script type="module"|link rel="modulepreload")[^>]* (?:src|href)="[^"]*?(assets\/[^"]+)"/g
const scripts = [...read('index.html').toString().matchAll(LOADED)].map(([, path]) => path)
if (scripts.length === 0) throw new Error(`${folder}/index.html loads no script`)
const assets = readdirSync(join(folder, 'assets')).map((name) => `assets/${name}`)
const ending = (suffix) => assets.filter((path) => path.endsWith(suffix))
const counted = [...scripts, ...ending('.wasm')]
const styles = ending('.css')

const line = (bytes, words) => console.log(`${String(bytes).padStart(8)}  ${words}`)
console.log('The first load of a flat board, in bytes of gzip:')
let total = 0
const weights = counted.map((path) => [weigh(path), path]).sort(([one], [other]) => other - one)
for (const [bytes, path] of weights) {
  line(bytes, path)
  total += bytes
}
line(total, `together, of ${LIMIT_BYTES} at most`)
for (const path of styles) line(weigh(path), `${path} (not counted)`)

if (total > LIMIT_BYTES) {
  const [[bytes, heaviest]] = weights
  console.error(
    `${total - LIMIT_BYTES} bytes too many for the first load: the heaviest is ${heaviest} (${bytes} bytes)`,
  )
  process.exitCode = 1
}
