// The programs in `examples` as a reader runs them, and the npm package of the rules.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

import { test } from '@playwright/test'

import { Process } from '../process.js'
import { PROGRAM, serve } from '../server.js'
import type { Server } from '../server.js'
import { TcpProxy } from '../tcp-proxy.js'

const root = resolve(import.meta.dirname, '../..')
const modules = join(root, 'e2e/node_modules')
const processes: Process[] = []
let server: Server

function run(...args: ConstructorParameters<typeof Process>): Process {
  const process = new Process(...args)
  processes.push(process)
  return process
}

/** Opens a room and returns the path of its link. */
async function openRoom(kind: string): Promise<string> {
  const response = await fetch(`http://${server.address}/api/rooms`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind }),
  })
  const { path } = (await response.json()) as { path: string }
  return path
}

test.beforeAll(async () => {
  server = await serve()
})

test.afterAll(async () => {
  for (const each of processes) await each.end()
  await server.end()
})

test('two Chessata clients in Python chat and play to mate', async () => {
  const client = (name: string) =>
    run(join(root, '.venv/bin/python'), [
      join(root, 'examples/chessata-python/chessata.py'),
      `ws://${server.address}`,
      'a code of ours',
      name,
    ])
  const ann = client('Ann')
  await ann.prints(/You are a player/)
  const ben = client('Bén')
  await ann.prints(/Bén joined/)
  const [, color] = await ann.prints(/You play (\w+)\./)
  const [white, black] = color === 'white' ? [ann, ben] : [ben, ann]
  const moves: [Process, string][] = [
    [white, 'f2f3'],
    [black, 'e7e5'],
    [white, 'g2g4'],
    [black, 'd8h4'],
  ]
  for (const [mover, move] of moves) {
    await mover.prints(/Your turn/)
    mover.type(move)
  }
  await ann.prints(/The white king is in check/)
  await ann.prints(/Game over: black win/)
  await ben.prints(/Game over: black win/)
  ben.type('Good game')
  await ann.prints(/^Bén: Good game$/)
  assert.equal(await ann.done(), 0)
  await ben.prints(/Ann left/)
  assert.equal(await ben.done(), 0)
})

test('two space chess clients in Rust play, and an illegal move is rejected', async () => {
  execFileSync('cargo', ['build', '--locked', '--bin', 'raum-example-space'], {
    cwd: root,
    stdio: 'inherit',
  })
  const client = (...args: string[]) =>
    run(join(dirname(resolve(PROGRAM)), 'raum-example-space'), [`ws://${server.address}`, ...args])
  const first = client()
  const [, game = ''] = await first.prints(/Game id: (\w+)/)
  const second = client(game)
  const [, side] = await first.prints(/You play (\w+)\./)
  const [white, black] = side === 'white' ? [first, second] : [second, first]
  white.type('Aa2Ee5')
  await white.prints(/That move is not legal/)
  white.type('Aa2Aa3')
  await white.prints(/^white: Aa2Aa3$/)
  await black.prints(/^white: Aa2Aa3$/)
  const after =
    '5/5/P4/1PPPP/RNKNR|5/5/5/PPPPP/BUQBU|5/5/5/5/5|ubqub/ppppp/5/5/5|rnknr/ppppp/5/5/5 b 0 1'
  await black.prints(new RegExp(after.replaceAll('|', '\\|')))
  black.type('Ea4Ea3')
  await white.prints(/^black: Ea4Ea3$/)
})

test.describe('the package of the rules', () => {
  let project = ''

  test.beforeAll(() => {
    project = mkdtempSync(join(tmpdir(), 'raum-'))
    const npm = (cwd: string, ...args: string[]) =>
      execFileSync('npm', args, { cwd, encoding: 'utf8' })
    const pack = ['pack', '--json', '--silent', '--pack-destination', project]
    const [packed] = JSON.parse(npm(join(root, 'packages/rules'), ...pack)) as [
      { filename: string },
    ]
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }')
    npm(project, 'install', '--offline', '--no-audit', '--no-fund', '--silent', packed.filename)
  })

  test.afterAll(() => {
    rmSync(project, { recursive: true })
  })

  /** Compiles a file of the project for Node. */
  function compile(file: string, ...args: string[]): void {
    const tsc = join(modules, 'typescript/bin/tsc')
    const target = ['--target', 'es2022', '--module', 'nodenext']
    execFileSync(process.execPath, [tsc, file, ...target, ...args], {
      cwd: project,
      stdio: 'pipe',
      encoding: 'utf8',
    })
  }

  test('an empty project that installs it has the rules, with types', () => {
    const typed = `
      import { init, GameRecord } from 'raum-rules'
      import type { Outcome } from 'raum-rules'
      await init()
      const game = GameRecord.start('chess')
      for (const move of ['f2f3', 'e7e5', 'g2g4', 'd8h4']) game.play(move)
      const outcome: Outcome | null = game.position().outcome
      console.log(JSON.stringify(outcome))
    `
    writeFileSync(join(project, 'mate.ts'), typed)
    compile('mate.ts', '--strict', '--types', 'node', '--typeRoots', join(modules, '@types'))
    const printed = execFileSync(process.execPath, ['mate.js'], { cwd: project, encoding: 'utf8' })
    assert.deepEqual(JSON.parse(printed), { result: 'win', reason: 'checkmate', winner: 'black' })

    const wrong = `import { GameRecord } from 'raum-rules'\nGameRecord.start('go')\n`
    writeFileSync(join(project, 'wrong.ts'), wrong)
    assert.throws(() => compile('wrong.ts', '--noEmit'), { stdout: /TS2345/ })
  })

  test('two bots play each other to the end, and a rematch', async () => {
    cpSync(join(root, 'examples/bot-javascript/bot.js'), join(project, 'bot.js'))
    symlinkSync(join(modules, 'ws'), join(project, 'node_modules/ws'))
    const path = await openRoom('tictactoe')
    const bot = (name: string) =>
      run(process.execPath, ['bot.js', `http://${server.address}${path}`, name], { cwd: project })
    const [one, other] = [bot('One'), bot('Other')]
    await one.prints(/Game over: (line|full-board)/)
    await other.prints(/Game over: (line|full-board)/)
    await one.prints(/Game over: (line|full-board)/)
  })

  test('two bots play on when their connections are cut', async () => {
    const proxy = await TcpProxy.to(server.address)
    const path = await openRoom('chess')
    const bots = ['One', 'Other'].map((name) =>
      run(process.execPath, ['bot.js', `${proxy.address}${path}`, name], { cwd: project }),
    )
    for (let cuts = 0; cuts < 3; cuts++) {
      for (const bot of bots) await bot.prints(/^[KQRBNa-hO]/)
      proxy.cut()
      for (const bot of bots) await bot.prints(/^Connection closed: 1006/)
    }
    for (const bot of bots) await bot.prints(/^[KQRBNa-hO]/)
    for (const bot of bots) assert.equal(await bot.quit(), 0)
    await proxy.end()
  })
})

test('the tic-tac-toe page has the published Socket.IO client', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const ours = read('examples/tictactoe-page/assets/socket.io.esm.min.js')
  const theirs = read('e2e/node_modules/socket.io-client/dist/socket.io.esm.min.js')
  assert.equal(ours.trim(), theirs.replace(/^\/\/# sourceMappingURL=.*$/m, '').trim())
})
