// The programs in `examples`, as whoever copies them would run them, and the package of the rules.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'

import { Process } from './process.js'
import { serve } from './server.js'

const root = resolve(import.meta.dirname, '..')
const program = resolve(process.env.RAUM ?? '../target/debug/raum')
const limit = { timeout: 120_000 }
const folders = []
const processes = []
let server

function folder() {
  folders.push(mkdtempSync(join(tmpdir(), 'raum-')))
  return folders.at(-1)
}

function run(...args) {
  processes.push(new Process(...args))
  return processes.at(-1)
}

before(async () => {
  server = await serve()
})

after(async () => {
  for (const each of processes) await each.end()
  for (const each of folders) rmSync(each, { recursive: true })
  await server.end()
})

test('a client of Chessata in Python plays to mate, and is heard', limit, async () => {
  const client = (name) =>
    run(join(root, '.venv/bin/python'), [
      join(root, 'examples/chessata-python/chessata.py'),
      `ws://${server.address}`,
      'a code of ours',
      name,
    ])
  const ann = client('Ann')
  await ann.hears(/You are a player/)
  const ben = client('Bén')
  await ann.hears(/Bén joined/)
  const [, color] = await ann.hears(/You play (\w+)\./)
  const [white, black] = color === 'white' ? [ann, ben] : [ben, ann]
  for (const [mover, move] of [
    [white, 'f2f3'],
    [black, 'e7e5'],
    [white, 'g2g4'],
    [black, 'd8h4'],
  ]) {
    await mover.hears(/Your turn/)
    mover.type(move)
  }
  await ann.hears(/The white king is in check/)
  await ann.hears(/Game over: black win/)
  await ben.hears(/Game over: black win/)
  ben.type('Good game')
  await ann.hears(/^Bén: Good game$/)
  assert.equal(await ann.done(), 0)
  await ben.hears(/Ann left/)
  assert.equal(await ben.done(), 0)
})

test(
  'a client of space chess in Rust plays by the rules, and is told what is none',
  limit,
  async () => {
    execFileSync('cargo', ['build', '--locked', '--bin', 'raum-example-space'], {
      cwd: root,
      stdio: 'inherit',
    })
    const client = (...args) =>
      run(join(dirname(program), 'raum-example-space'), [`ws://${server.address}`, ...args])
    const first = client()
    const [, game] = await first.hears(/Game id: (\w+)/)
    const second = client(game)
    const [, side] = await first.hears(/You play (\w+)\./)
    const [white, black] = side === 'white' ? [first, second] : [second, first]
    white.type('Aa2Ee5')
    await white.hears(/That move is not legal/)
    white.type('Aa2Aa3')
    await white.hears(/^white: Aa2Aa3$/)
    await black.hears(/^white: Aa2Aa3$/)
    const after =
      '5/5/P4/1PPPP/RNKNR|5/5/5/PPPPP/BUQBU|5/5/5/5/5|ubqub/ppppp/5/5/5|rnknr/ppppp/5/5/5 b 0 1'
    await black.hears(new RegExp(after.replaceAll('|', '\\|')))
    black.type('Ea4Ea3')
    await white.hears(/^black: Ea4Ea3$/)
  },
)

describe('the package of the rules', limit, () => {
  let project

  before(() => {
    project = folder()
    const npm = (cwd, ...args) => execFileSync('npm', args, { cwd, encoding: 'utf8' })
    const [{ filename }] = JSON.parse(
      npm(
        join(root, 'packages/rules'),
        'pack',
        '--json',
        '--silent',
        '--pack-destination',
        project,
      ),
    )
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }')
    npm(project, 'install', '--offline', '--no-audit', '--no-fund', '--silent', filename)
  })

  test('an empty project that installs it has the rules, with types', () => {
    const typed = `
      import { init, Record } from 'raum-rules'
      import type { Outcome } from 'raum-rules'
      await init()
      const game = Record.start('chess')
      for (const move of ['f2f3', 'e7e5', 'g2g4', 'd8h4']) game.play(move)
      const outcome: Outcome | null = game.position().outcome
      console.log(JSON.stringify(outcome))
    `
    writeFileSync(join(project, 'mate.ts'), typed)
    const tsc = (...args) =>
      execFileSync(process.execPath, [join(root, 'e2e/node_modules/typescript/bin/tsc'), ...args], {
        cwd: project,
        stdio: 'inherit',
      })
    tsc(
      'mate.ts',
      '--strict',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--types',
      'node',
      '--typeRoots',
      join(root, 'e2e/node_modules/@types'),
    )
    const said = execFileSync(process.execPath, ['mate.js'], { cwd: project, encoding: 'utf8' })
    assert.deepEqual(JSON.parse(said), { result: 'win', reason: 'checkmate', winner: 'black' })
    assert.throws(() => {
      writeFileSync(
        join(project, 'wrong.ts'),
        `import { Record } from 'raum-rules'\nRecord.start('go')\n`,
      )
      execFileSync(
        process.execPath,
        [
          join(root, 'e2e/node_modules/typescript/bin/tsc'),
          'wrong.ts',
          '--noEmit',
          '--target',
          'es2022',
          '--module',
          'nodenext',
        ],
        { cwd: project, stdio: 'ignore' },
      )
    })
  })

  test('two bots play each other to the end, and once more', async () => {
    cpSync(join(root, 'examples/bot-javascript/bot.js'), join(project, 'bot.js'))
    symlinkSync(join(root, 'e2e/node_modules/ws'), join(project, 'node_modules/ws'))
    const response = await fetch(`http://${server.address}/api/rooms`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'tictactoe' }),
    })
    const { path } = await response.json()
    const bot = (name) =>
      run(process.execPath, ['bot.js', `http://${server.address}${path}`, name], { cwd: project })
    const [one, other] = [bot('One'), bot('Other')]
    await one.hears(/Game over: (line|full-board)/)
    await other.hears(/Game over: (line|full-board)/)
    await one.hears(/Game over: (line|full-board)/)
  })
})

test('the page of tic-tac-toe has the client of Socket.IO as it is published', () => {
  const ours = readFileSync(
    join(root, 'examples/tictactoe-page/assets/socket.io.esm.min.js'),
    'utf8',
  )
  const theirs = readFileSync(
    join(root, 'e2e/node_modules/socket.io-client/dist/socket.io.esm.min.js'),
    'utf8',
  )
  assert.equal(ours.trim(), theirs.replace(/^\/\/# sourceMappingURL=.*$/m, '').trim())
})
