// Measures the first load of a flat board, as the server sends it, in brotli-compressed bytes: node scripts/weigh.mjs dist
// Counts the page, its scripts and styles, and the rules: all that comes before the board. Not counted are the headers of
// the responses and the icon. Fails above the limit.
// The engine and the 3D board are loaded later, and have limits of their own.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** For phones with a poor connection. The rules are three quarters of it. */
const LIMIT_BYTES = 120_000

/** The engine with its networks, which are 107 kB of it. Not compressed. */
const ENGINE_LIMIT_BYTES = 400_000
const ENGINE = /^assets\/raum_engine_wasm/

/** The 3D board. Most of it is three. */
const SCENE_LIMIT_BYTES = 200_000
const SCENE = /^assets\/Scene-.*\.js$/

/** The script of the embed. A page for a static host has none. */
const EMBED_LIMIT_BYTES = 22_000
const EMBED = /^assets\/embed-.*\.js$/

const [folder] = process.argv.slice(2)
const read = (path) => readFileSync(join(folder, path))
// The quality is the highest one by default, as in compress.mjs.
const weigh = (path) => brotliCompressSync(read(path)).length

/** The page of a board. The start screen has one of its own, and a page for a static host has only one. */
const PAGE = existsSync(join(folder, 'screen.html')) ? 'screen.html' : 'index.html'

// Vite lists all static imports of the script, direct and indirect, in the page.
const LOADED =
  /<(?:script type="module"|link rel="(?:modulepreload|stylesheet)")[^>]* (?:src|href)="[^"]*?(assets\/[^"]+)"/g
const loaded = [...read(PAGE).toString().matchAll(LOADED)].map(([, path]) => path)
const scripts = loaded.filter((path) => path.endsWith('.js'))
if (scripts.length === 0) throw new Error(`${folder}/${PAGE} loads no script`)
const assets = readdirSync(join(folder, 'assets')).map((name) => `assets/${name}`)
const ending = (suffix) => assets.filter((path) => path.endsWith(suffix))
const [engines, rules] = [true, false].map((isEngine) =>
  ending('.wasm').filter((path) => ENGINE.test(path) === isEngine),
)
if (scripts.some((path) => read(path).includes('raum_engine_wasm')))
  throw new Error('the first load refers to the engine, which is to be loaded on demand')
// A part that shares a module with the 3D board would load all of it.
const STATIC_SCENE = /from ?["']\.\/Scene-/
for (const path of ending('.js').filter((path) => STATIC_SCENE.test(read(path))))
  throw new Error(`${path} imports the 3D board, which is to be loaded on demand`)
const counted = [PAGE, ...loaded, ...rules]

const line = (bytes, words) => console.log(`${String(bytes).padStart(8)}  ${words}`)
console.log('The first load of a flat board, in brotli-compressed bytes:')
let total = 0
const weights = counted.map((path) => [weigh(path), path]).sort(([one], [other]) => other - one)
for (const [bytes, path] of weights) {
  line(bytes, path)
  total += bytes
}
line(total, `total, of at most ${LIMIT_BYTES}`)
for (const path of engines) line(read(path).length, `${path} (loaded later, not compressed)`)
const scenes = assets.filter((path) => SCENE.test(path))
const scene = scenes.reduce((sum, path) => sum + weigh(path), 0)
line(scene, `${scenes.join(', ')} (loaded later)`)
const embeds = assets.filter((path) => EMBED.test(path))
const embed = embeds.reduce((sum, path) => sum + weigh(path), 0)
if (embed > 0) line(embed, `${embeds.join(', ')} (the embed, a page of its own)`)

if (total > LIMIT_BYTES) {
  const [[bytes, heaviest]] = weights
  console.error(
    `${total - LIMIT_BYTES} bytes too many for the first load: the heaviest is ${heaviest} (${bytes} bytes)`,
  )
  process.exitCode = 1
}

const engine = engines.reduce((sum, path) => sum + read(path).length, 0)
if (engine > ENGINE_LIMIT_BYTES) {
  console.error(`${engine - ENGINE_LIMIT_BYTES} bytes too many for the engine`)
  process.exitCode = 1
}

if (scene === 0 || scene > SCENE_LIMIT_BYTES) {
  console.error(`the 3D board takes ${scene} bytes, of at most ${SCENE_LIMIT_BYTES}`)
  process.exitCode = 1
}

if (embed > EMBED_LIMIT_BYTES) {
  console.error(`the embed takes ${embed} bytes, of at most ${EMBED_LIMIT_BYTES}`)
  process.exitCode = 1
}
