// What the first load of a flat board costs, in bytes of gzip: node scripts/weigh.mjs dist
// Counted are the script of the page, all that it imports at once, and the rules. Above the limit it fails.
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { constants, gzipSync } from 'node:zlib'

import { parseAst } from 'vite'

/** A page that is there within two seconds on a slow phone's 3G. */
const LIMIT_BYTES = 200_000

const [folder] = process.argv.slice(2)
const read = (path) => readFileSync(join(folder, path))
const weigh = (path) => gzipSync(read(path), { level: constants.Z_BEST_COMPRESSION }).length

/** A script, and those that it cannot run without. */
function withImports(path, found = new Set()) {
  if (found.has(path)) return found
  found.add(path)
  for (const statement of parseAst(read(path).toString()).body) {
    // `export … from` is an import, too.
    const source = statement.type.startsWith('Import') || statement.type.startsWith('Export')
    if (source && statement.source) {
      withImports(normalize(join(dirname(path), statement.source.value)), found)
    }
  }
  return found
}

const entry = /<script type="module"[^>]* src="[^"]*?(assets\/[^"]+)"/.exec(read('index.html'))
if (!entry) throw new Error(`${folder}/index.html loads no script`)
const assets = readdirSync(join(folder, 'assets')).map((name) => `assets/${name}`)
const ending = (suffix) => assets.filter((path) => path.endsWith(suffix))
const counted = [...withImports(entry[1]), ...ending('.wasm')]
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
