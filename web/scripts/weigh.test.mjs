// @vitest-environment node
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'raum-'))
  mkdirSync(join(folder, 'assets'))
  write('index.html', page('index-1.js', 'shared-2.js'))
  write('assets/index-1.js', 'import "./shared-2.js"; import("./Scene-3.js")')
  write('assets/shared-2.js', `export const one = "${dense(500)}"`)
  write('assets/Scene-3.js', `export default "${dense(380_000)}"`)
  write('assets/rules-4.wasm', dense(1000))
  write('assets/raum_engine_wasm_bg-6.wasm', dense(300_000))
  write('assets/index-5.css', `.${dense(300)} {}`)
  write('assets/Scene-8.css', `.${dense(500_000)} {}`)
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

/** An index.html as Vite writes it. */
const page = (script, shared) =>
  `<script type="module" crossorigin src="/assets/${script}"></script>` +
  `<link rel="modulepreload" crossorigin href="/assets/${shared}">` +
  '<link rel="stylesheet" crossorigin href="/assets/index-5.css">'

const write = (path, content) => {
  writeFileSync(join(folder, path), content)
}

/** Characters that compress to about half. */
function dense(length) {
  let text = ''
  while (text.length < length)
    text += createHash('sha512').update(String(text.length)).digest('hex')
  return text.slice(0, length)
}

function weigh() {
  const { status, stdout, stderr } = spawnSync('node', ['scripts/weigh.mjs', folder])
  return { status, stdout: stdout.toString(), stderr: stderr.toString() }
}

test('counts the files of the first load, largest first, and no later parts', () => {
  const { status, stdout, stderr } = weigh()
  expect([status, stderr]).toEqual([0, ''])
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +/))
  expect(lines.slice(1).map(([, path]) => path)).toEqual([
    'assets/rules-4.wasm',
    'assets/shared-2.js',
    'assets/index-5.css',
    'index.html',
    'assets/index-1.js',
    'total,',
    'assets/raum_engine_wasm_bg-6.wasm',
    'assets/Scene-3.js',
  ])
  const weights = lines.slice(1).map(([bytes]) => Number(bytes))
  expect(weights[5]).toBe(weights.slice(0, 5).reduce((sum, bytes) => sum + bytes))
})

test('fails above the limit and names the largest file', () => {
  write('index.html', page('index-1.js', 'Scene-3.js'))
  const { status, stderr } = weigh()
  expect(status).toBe(1)
  expect(stderr).toMatch(/\d+ bytes too many .* the heaviest is assets\/Scene-3\.js/)
})

test('fails above the limit of the engine, which is not compressed', () => {
  write('assets/raum_engine_wasm_bg-6.wasm', 'a'.repeat(400_001))
  const { status, stderr } = weigh()
  expect(status).toBe(1)
  expect(stderr).toBe('1 bytes too many for the engine\n')
})

test('fails above the limit of the 3D board', () => {
  write('assets/Scene-3.js', dense(500_000))
  const { status, stderr } = weigh()
  expect(status).toBe(1)
  expect(stderr).toMatch(/^the 3D board takes \d+ bytes, of at most 200000\n$/)
})

test('fails above the limit of the embed, which no first load counts', () => {
  write('assets/embed-7.js', dense(30_000))
  expect(weigh().stdout).toMatch(/\d+ {2}assets\/embed-7\.js \(the embed/)
  expect(weigh().status).toBe(0)
  write('assets/embed-7.js', dense(60_000))
  const { status, stderr } = weigh()
  expect(status).toBe(1)
  expect(stderr).toMatch(/^the embed takes \d+ bytes, of at most 22000\n$/)
})

test('fails if the first load refers to the engine', () => {
  write('assets/shared-2.js', 'fetch("raum_engine_wasm_bg-6.wasm")')
  const { status, stderr } = weigh()
  expect(status).toBe(1)
  expect(stderr).toContain('the first load refers to the engine')
})

test('fails if another part shares a module with the 3D board', () => {
  write('assets/sound-9.js', 'import{t}from"./Scene-3.js"')
  const { status, stderr } = weigh()
  expect(status).toBe(1)
  expect(stderr).toContain('assets/sound-9.js imports the 3D board')
})

test('fails on a page without a script', () => {
  write('index.html', 'no page')
  const { status, stderr } = weigh()
  expect(status).toBe(1)
  expect(stderr).toContain('loads no script')
})
