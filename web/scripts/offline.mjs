// Writes the service worker into a built page: node scripts/offline.mjs dist
// worker.js begins with the list of all files to cache; its version is a hash over them.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

import ts from 'typescript'

const SOURCE = new URL('../worker/worker.ts', import.meta.url)
const KINDS = new URL('../src/raum/kinds.json', import.meta.url)
const WORKER = 'worker.js'

/** The embed, which other sites frame. It follows a room, so it is of no use offline. */
const EMBED = /^(assets\/)?embed[.-]/

/** The engine, which is cached when it is first used. worker/worker.ts has the same pattern. */
const ENGINE = /^assets\/(raum_)?engine/

const [folder] = process.argv.slice(2)
const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
  // It cannot contain its own hash.
  .filter((path) => path !== WORKER && !EMBED.test(path))
  .sort()

const hash = (content) => createHash('sha256').update(content)
const integrity = (path) => `sha256-${hash(readFileSync(join(folder, path))).digest('base64')}`
const [engine, files] = [true, false].map((isEngine) => {
  const chosen = paths.filter((path) => ENGINE.test(path) === isEngine)
  return Object.fromEntries(chosen.map((path) => [path, integrity(path)]))
})
const version = hash(JSON.stringify([files, engine]))
  .digest('hex')
  .slice(0, 16)

const kinds = JSON.parse(readFileSync(KINDS, 'utf8'))
const { outputText } = ts.transpileModule(readFileSync(SOURCE, 'utf8'), {
  compilerOptions: { target: ts.ScriptTarget.ES2022, removeComments: true },
})
writeFileSync(
  join(folder, WORKER),
  `const BUILD = ${JSON.stringify({ version, files, engine, kinds })}\n${outputText}`,
)
