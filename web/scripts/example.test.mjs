// @vitest-environment node
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'raum-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

const put = (...args) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'example.mjs'), ...args], {
    encoding: 'utf8',
  })

test('the example is copied beside the page, with the address of its server', () => {
  expect(put(folder, 'https://raum.example').status).toBe(0)
  const example = join(ROOT, 'examples/tictactoe-page')
  expect(readdirSync(join(folder, 'tictactoe-page'), { recursive: true }).sort()).toEqual(
    readdirSync(example, { recursive: true }).sort(),
  )
  const page = readFileSync(join(folder, 'tictactoe-page/index.html'), 'utf8')
  expect(page).toContain('<meta name="raum-server" content="https://raum.example" />')
})

test.each([[], [''], ['"><script>'], ['raum.example']])(
  'without a valid server it fails: %j',
  (...server) => {
    const { status, stderr } = put(folder, ...server)
    expect(status).not.toBe(0)
    expect(stderr).toContain('usage:')
    expect(existsSync(join(folder, 'tictactoe-page'))).toBe(false)
  },
)

test('the workflow publishes the example', () => {
  const workflow = readFileSync(join(ROOT, '.github/workflows/pages.yml'), 'utf8')
  expect(workflow).toMatch(/run: make page /)
  expect(workflow).toMatch(/path: page\n/)
  const { stdout } = spawnSync('make', ['-n', 'page', 'VITE_SERVER_URL=https://raum.example'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect(stdout).toMatch(/node scripts\/example\.mjs \.\.\/page "\$VITE_SERVER_URL"/)
})
