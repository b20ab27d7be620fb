// @vitest-environment node
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { afterEach, beforeEach, expect, test } from 'vitest'

const TEXT = 'the page '.repeat(100)
/** Incompressible content. */
const DENSE = createHash('sha512').update(TEXT).digest()

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'raum-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), TEXT)
  writeFileSync(join(folder, 'assets/script.js'), TEXT)
  writeFileSync(join(folder, 'assets/dense.png'), DENSE)
  execFileSync('node', ['scripts/compress.mjs', folder])
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

test('compressible files get both encodings, the others none', () => {
  expect(readdirSync(folder).sort()).toEqual([
    'assets',
    'index.html',
    'index.html.br',
    'index.html.gz',
  ])
  expect(readdirSync(join(folder, 'assets')).sort()).toEqual([
    'dense.png',
    'script.js',
    'script.js.br',
    'script.js.gz',
  ])
  for (const file of ['index.html', 'assets/script.js']) {
    const path = join(folder, file)
    expect(readFileSync(path, 'utf8')).toBe(TEXT)
    expect(brotliDecompressSync(readFileSync(`${path}.br`)).toString()).toBe(TEXT)
    expect(gunzipSync(readFileSync(`${path}.gz`)).toString()).toBe(TEXT)
  }
  expect(readFileSync(join(folder, 'assets/dense.png'))).toEqual(DENSE)
})

test('equal content gives equal bytes, whatever the file name', () => {
  for (const suffix of ['.br', '.gz']) {
    const index = readFileSync(join(folder, `index.html${suffix}`))
    expect(index).toEqual(readFileSync(join(folder, `assets/script.js${suffix}`)))
  }
  // The gzip header has no time stamp.
  expect(readFileSync(join(folder, 'index.html.gz')).readUInt32LE(4)).toBe(0)
})
