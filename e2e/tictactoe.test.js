// The clauses are those of docs/dialects/tictactoe.md.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'

import { Client, both, pair, play, ways } from './client.js'
import { serve } from './server.js'

const empty = Array(9).fill(null)
const limit = { timeout: 60_000 }

for (const [way, transports] of Object.entries(ways)) {
  describe(`by ${way}`, limit, () => {
    let server
    const clients = []
    const client = (options) => {
      clients.push(new Client(server, transports, options))
      return clients.at(-1)
    }
    const game = async () => {
      const room = await pair(server, transports)
      clients.push(room.x, room.o)
      return room
    }
    before(async () => {
      server = await serve()
    })
    after(async () => {
      for (const each of clients) each.end()
      assert.equal(await server.end(), 0)
    })

    test('a whole game', async () => {
      const x = client()
      x.say('create_room', { passKey: 'sesame' })
      const [name, { roomId }] = await x.next()
      assert.equal(name, 'room_created')
      assert.match(roomId, /^[0-9A-Z]{6}$/)
      const o = client()
      o.say('join_room', { roomId: roomId.toLowerCase(), passKey: 'sesame' })
      assert.deepEqual(await x.next(), ['game_start', { board: empty, turn: 'X', role: 'X' }])
      assert.deepEqual(await o.next(), ['game_start', { board: empty, turn: 'X', role: 'O' }])
      o.say('make_move', { roomId, index: 0 })
      assert.equal(await o.refusal(), 'NOT_YOUR_TURN')
      const update = await play({ x, o, roomId }, [0])
      const board = ['X', ...empty.slice(1)]
      assert.deepEqual(update, ['board_update', { board, turn: 'O', winner: null }])
      o.say('make_move', { roomId, index: 0 })
      assert.equal(await o.refusal(), 'CELL_TAKEN')
      const [, last] = await play({ x, o, roomId }, [3, 1, 4, 2], 'O')
      assert.deepEqual(last.board, ['X', 'X', 'X', 'O', 'O', null, null, null, null])
      assert.equal(last.winner, 'X')
      o.say('make_move', { roomId, index: 8 })
      assert.equal(await o.refusal(), 'GAME_NOT_STARTED')
      assert.deepEqual([await x.rest(), await o.rest()], [[], []])
      if (way === 'upgrade') assert.equal(await x.upgraded(), 'websocket')
      assert.equal(x.socket.io.engine.transport.name, transports.at(-1))
    })

    test('a draw, and two more games', async () => {
      const room = await game()
      const { x, o, roomId } = room
      const full = [0, 1, 2, 4, 3, 5, 7, 6, 8]
      const vote = async (first) => {
        x.say('replay_request', { roomId })
        assert.deepEqual(await both(x, o), ['replay_vote', { votes: 1 }])
        x.say('replay_request', { roomId })
        assert.deepEqual(await x.rest(), [])
        o.say('replay_request', { roomId })
        assert.deepEqual(await both(x, o), ['replay_vote', { votes: 2 }])
        assert.deepEqual(await x.next(), ['game_start', { board: empty, turn: first, role: 'X' }])
        assert.deepEqual(await o.next(), ['game_start', { board: empty, turn: first, role: 'O' }])
      }
      x.say('replay_request', { roomId })
      assert.equal(await x.refusal(), 'GAME_NOT_STARTED')
      assert.equal((await play(room, full))[1].winner, 'draw')
      await vote('O')
      assert.equal((await play(room, [0, 3, 1, 4, 2], 'O'))[1].winner, 'O')
      await vote('X')
      assert.equal((await play(room, full))[1].winner, 'draw')
    })

    test('somebody leaves, and somebody else comes', async () => {
      const room = await game()
      const { x, o, roomId } = room
      await play(room, [4])
      x.say('leave_room', { roomId })
      assert.deepEqual(await o.next(), ['player_left', {}])
      o.say('make_move', { roomId, index: 0 })
      assert.equal(await o.refusal(), 'GAME_NOT_STARTED')
      x.say('make_move', { roomId, index: 0 })
      assert.equal(await x.refusal(), 'ROOM_NOT_FOUND')
      const other = client()
      other.say('join_room', { roomId, passKey: 'sesame' })
      assert.deepEqual(await other.next(), ['game_start', { board: empty, turn: 'X', role: 'X' }])
      assert.deepEqual(await o.next(), ['game_start', { board: empty, turn: 'X', role: 'O' }])
      other.say('leave_room', { roomId })
      assert.deepEqual(await o.next(), ['player_left', {}])
      o.say('leave_room', { roomId })
      assert.deepEqual(await o.rest(), [])
      x.say('join_room', { roomId, passKey: 'sesame' })
      assert.equal(await x.refusal(), 'ROOM_NOT_FOUND')
    })

    test('somebody disconnects', async () => {
      const { x, o } = await game()
      o.end()
      assert.deepEqual(await x.next(), ['player_left', {}])
    })

    test('one seat for four who come at once', async () => {
      const x = client()
      x.say('create_room', { passKey: 'sesame' })
      const [, { roomId }] = await x.next()
      const four = [client(), client(), client(), client()]
      for (const one of four) one.say('join_room', { roomId, passKey: 'sesame' })
      const answers = await Promise.all(four.map((one) => one.next()))
      const names = answers.map(([name, fields]) => fields.code ?? name)
      assert.deepEqual(names.sort(), ['ROOM_FULL', 'ROOM_FULL', 'ROOM_FULL', 'game_start'])
    })

    test('several rooms on one socket', async () => {
      const first = await game()
      first.x.say('create_room', { passKey: 'another' })
      const [, { roomId }] = await first.x.next()
      first.x.say('join_room', { roomId, passKey: 'another' })
      assert.equal(await first.x.refusal(), 'ROOM_FULL')
      first.o.say('join_room', { roomId, passKey: 'another' })
      await Promise.all([first.x.next(), first.o.next()])
      assert.equal((await play({ ...first, roomId }, [0, 3, 1, 4, 2]))[1].winner, 'X')
      assert.equal((await play(first, [8]))[1].board[8], 'X')
      assert.equal((await play(first, [0], 'O'))[1].winner, null)
    })

    test('the first event after connecting is heard, always', async () => {
      for (let round = 0; round < 200; round += 1) {
        const one = new Client(server, transports)
        one.socket.on('connect', () => one.say('make_move', { roomId: '?' }))
        assert.equal(await one.refusal(), 'ROOM_NOT_FOUND')
        one.end()
      }
    })

    test('what is wrong is told to the sender, who may go on', async () => {
      const { x, o, roomId } = await game()
      let deep = {}
      for (let depth = 0; depth < 200; depth += 1) deep = { deep }
      const wrong = [undefined, null, 0, true, 'text', [], [roomId], {}, deep, { roomId: 7 }]
      const codes = {
        create_room: 'WRONG_PASSKEY',
        join_room: 'ROOM_NOT_FOUND',
        make_move: 'ROOM_NOT_FOUND',
        replay_request: 'ROOM_NOT_FOUND',
        leave_room: 'ROOM_NOT_FOUND',
      }
      // Not all at once, which would be too many.
      for (const [name, code] of Object.entries(codes)) {
        const one = client()
        for (const fields of wrong) {
          if (fields === undefined) one.say(name)
          else one.say(name, fields)
          assert.equal(await one.refusal(), fields === deep ? 'GAME_NOT_STARTED' : code)
        }
        one.say(name, new Uint8Array(8))
        assert.equal(await one.refusal(), code)
      }
      for (const index of [9, -1, 0.5, '4', null, [4], 1e300]) {
        x.say('make_move', { roomId, index })
        assert.equal(await x.refusal(), 'CELL_TAKEN')
      }
      for (const passKey of ['abc', 'x'.repeat(21), 4444]) {
        o.say('create_room', { passKey })
        assert.equal(await o.refusal(), 'WRONG_PASSKEY')
      }
      o.say('no_such_event', { roomId })
      assert.equal(await o.refusal(), 'GAME_NOT_STARTED')
      assert.equal((await play({ x, o, roomId }, [4]))[1].board[4], 'X')
    })

    test('what is too long ends the session, and no other', async () => {
      const { x, o, roomId } = await game()
      const one = client()
      one.say('create_room', { passKey: 'x'.repeat(100_000) })
      assert.equal((await one.next())[0], 'disconnect')
      assert.equal((await play({ x, o, roomId }, [4]))[1].board[4], 'X')
    })

    test('an acknowledgement that a client asks for does no harm', async () => {
      const { x, o, roomId } = await game()
      x.say('make_move', { roomId, index: 4 }, () => {})
      assert.equal((await both(x, o))[0], 'board_update')
    })

    test('there is no other namespace', async () => {
      const one = client({ namespace: '/other' })
      assert.deepEqual(await one.next(), ['connect_error', 'Invalid namespace'])
    })

    test('wrong keys, until none is looked at', async () => {
      const { x, roomId } = await game()
      x.say('leave_room', { roomId })
      const one = client()
      for (const passKey of [undefined, 'sesame!', 'Sesame', '']) {
        one.say('join_room', { roomId, passKey })
        assert.equal(await one.refusal(), 'WRONG_PASSKEY')
      }
      for (let wrong = 0; wrong < 10; wrong += 1) {
        one.say('join_room', { roomId, passKey: `wrong ${wrong}` })
        assert.equal(await one.refusal(), 'WRONG_PASSKEY')
      }
      one.say('join_room', { roomId, passKey: 'sesame' })
      const [, { code, message }] = await one.next()
      assert.equal(code, 'WRONG_PASSKEY')
      assert.match(message, /too many/)
    })
  })

  test(`somebody by ${way} is killed`, limit, async () => {
    // Between two polls nobody can see it before the next ping is not answered.
    const server = await serve({ args: ['--ping-seconds', '1'] })
    const x = new Client(server, transports)
    x.say('create_room', { passKey: 'sesame' })
    const [, { roomId }] = await x.next()
    const args = ['stranger.js', server.address, roomId, 'sesame', ...transports]
    const stranger = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(stranger.stdout, 'data')
    assert.equal((await x.next())[0], 'game_start')
    stranger.kill('SIGKILL')
    assert.deepEqual(await x.next(), ['player_left', {}])
    x.end()
    assert.equal(await server.end(), 0)
  })

  test(`a thousand events by ${way} stay in order`, limit, async () => {
    const args = ['--commands-per-second', '100000', '--commands-burst', '100000']
    const server = await serve({ args: [...args, '--outbox-frames-max', '2000'] })
    const one = new Client(server, transports)
    const wrong = [
      ['create_room', 'WRONG_PASSKEY'],
      ['join_room', 'ROOM_NOT_FOUND'],
      ['no_such_event', 'GAME_NOT_STARTED'],
    ]
    // Chance enough for no two of them to be swapped unseen for long, and the same in every run.
    const sequence = Array.from({ length: 1000 }, (_, at) => wrong[(at * at + (at >> 3)) % 3])
    for (const [name] of sequence) one.say(name)
    for (const [at, [, code]] of sequence.entries()) assert.equal(await one.refusal(), code, at)
    one.end()
    assert.equal(await server.end(), 0)
  })

  test(`the server ends, and a client by ${way} comes back`, limit, async (t) => {
    const server = await serve()
    const one = new Client(server, transports, { reconnection: true, reconnectionDelay: 10 })
    // It would try for ever.
    t.after(() => one.end())
    await once(one.socket, 'connect')
    if (way === 'upgrade') await one.upgraded()
    assert.equal(await server.end(), 0)
    const [name, reason] = await one.next()
    assert.equal(name, 'disconnect')
    // Whoever polls may be between two requests, and then finds nobody there.
    assert.ok(reason === 'transport close' || (way === 'polling' && reason === 'transport error'))
    assert.equal(one.socket.active, true)
    const again = await serve({ listen: server.address })
    await once(one.socket, 'connect')
    assert.equal(await again.end(), 0)
  })
}
