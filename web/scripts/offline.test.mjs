// @vitest-environment node
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'

import { afterEach, beforeEach, expect, test } from 'vitest'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'raum-'))
  mkdirSync(join(folder, 'assets'))
  write('index.html', 'the page')
  write('assets/script-1.js', 'the script')
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

const write = (path, content) => {
  writeFileSync(join(folder, path), content)
}

/** The file list in the worker. Only its first line runs outside a browser. */
function build() {
  execFileSync('node', ['scripts/offline.mjs', folder])
  const [first] = readFileSync(join(folder, 'worker.js'), 'utf8').split('\n')
  return runInNewContext(`${first}; BUILD`)
}

const integrity = (content) => `sha256-${createHash('sha256').update(content).digest('base64')}`

test('the worker lists every file but itself by path and hash, the engine apart', () => {
  const engine = ['engine-3.js', 'engine-worker-4.js', 'raum_engine_wasm_bg-2.wasm']
  for (const name of engine) write(`assets/${name}`, 'the engine')
  build()
  const { files, engine: later } = build()
  expect({ ...files }).toEqual({
    'assets/script-1.js': integrity('the script'),
    'index.html': integrity('the page'),
  })
  expect({ ...later }).toEqual(
    Object.fromEntries(engine.map((name) => [`assets/${name}`, integrity('the engine')])),
  )
})

test('the worker does not cache the embed', () => {
  const { version } = build()
  write('embed.html', 'the embed')
  write('assets/embed-5.js', 'the script of the embed')
  const { files, version: same } = build()
  expect(Object.keys(files)).toEqual(['assets/script-1.js', 'index.html'])
  expect(same).toBe(version)
})

test('the version changes with any file, and with nothing else', () => {
  const { version } = build()
  expect(build().version).toBe(version)
  write('index.html', 'another page')
  const changed = build().version
  write('icon.svg', 'an icon')
  expect(new Set([version, changed, build().version]).size).toBe(3)
})

test('the worker is a plain script without imports or types', () => {
  build()
  const script = readFileSync(join(folder, 'worker.js'), 'utf8')
  expect(script).not.toMatch(/^(import|export) /m)
  expect(() => new Function(script)).not.toThrow()
  expect(script).toContain("addEventListener('fetch'")
})
