// The tic-tac-toe dialect with the published Socket.IO client, over each transport. Clauses: docs/dialects/tictactoe.md.

import assert from 'node:assert/strict'

import { test } from '@playwright/test'

import { TcpProxy } from '../tcp-proxy.js'
import { serve } from '../server.js'
import type { Server } from '../server.js'
import { Client, WAYS, both, pair, play } from '../socketio.js'
import type { Options } from '../socketio.js'

const empty = Array<null>(9).fill(null)

for (const [way, transports] of Object.entries(WAYS)) {
  test.describe(`over ${way}`, () => {
    let server: Server
    const clients: Client[] = []
    const track = (one: Client) => {
      clients.push(one)
      return one
    }
    const client = (options?: Options) => track(new Client(server.address, transports, options))
    const game = async () => {
      const room = await pair(server.address, transports)
      clients.push(room.x, room.o)
      return room
    }
    test.beforeAll(async () => {
      server = await serve()
    })
    test.afterAll(async () => {
      for (const each of clients) each.end()
      assert.equal(await server.end(), 0)
    })

    test('two clients play a whole game', async () => {
      const x = client()
      x.send('create_room', { passKey: 'sesame' })
      const [name, { roomId }] = await x.next()
      assert.equal(name, 'room_created')
      assert.match(roomId, /^[0-9A-Z]{6}$/)
      const o = client()
      o.send('join_room', { roomId: roomId.toLowerCase(), passKey: 'sesame' })
      assert.deepEqual(await x.next(), ['game_start', { board: empty, turn: 'X', role: 'X' }])
      assert.deepEqual(await o.next(), ['game_start', { board: empty, turn: 'X', role: 'O' }])
      o.send('make_move', { roomId, index: 0 })
      assert.equal(await o.refusal(), 'NOT_YOUR_TURN')
      const update = await play({ x, o, roomId }, [0])
      const board = ['X', ...empty.slice(1)]
      assert.deepEqual(update, ['board_update', { board, turn: 'O', winner: null }])
      o.send('make_move', { roomId, index: 0 })
      assert.equal(await o.refusal(), 'CELL_TAKEN')
      const [, last] = await play({ x, o, roomId }, [3, 1, 4, 2], 'O')
      assert.deepEqual(last.board, ['X', 'X', 'X', 'O', 'O', null, null, null, null])
      assert.equal(last.winner, 'X')
      o.send('make_move', { roomId, index: 8 })
      assert.equal(await o.refusal(), 'GAME_NOT_STARTED')
      assert.deepEqual([await x.rest(), await o.rest()], [[], []])
      if (way === 'upgrade') await x.upgraded()
      assert.equal(x.transport, transports.at(-1))
    })

    test('after a draw both votes start the next game, with the other side first', async () => {
      const room = await game()
      const { x, o, roomId } = room
      const full = [0, 1, 2, 4, 3, 5, 7, 6, 8]
      const vote = async (first: 'X' | 'O') => {
        x.send('replay_request', { roomId })
        assert.deepEqual(await both(x, o), ['replay_vote', { votes: 1 }])
        x.send('replay_request', { roomId })
        assert.deepEqual(await x.rest(), [])
        o.send('replay_request', { roomId })
        assert.deepEqual(await both(x, o), ['replay_vote', { votes: 2 }])
        assert.deepEqual(await x.next(), ['game_start', { board: empty, turn: first, role: 'X' }])
        assert.deepEqual(await o.next(), ['game_start', { board: empty, turn: first, role: 'O' }])
      }
      x.send('replay_request', { roomId })
      assert.equal(await x.refusal(), 'GAME_NOT_STARTED')
      assert.equal((await play(room, full))[1].winner, 'draw')
      await vote('O')
      assert.equal((await play(room, [0, 3, 1, 4, 2], 'O'))[1].winner, 'O')
      await vote('X')
      assert.equal((await play(room, full))[1].winner, 'draw')
    })

    test('a new player takes the seat of one who left, and an empty room is gone', async () => {
      const room = await game()
      const { x, o, roomId } = room
      await play(room, [4])
      x.send('leave_room', { roomId })
      assert.deepEqual(await o.next(), ['player_left', {}])
      o.send('make_move', { roomId, index: 0 })
      assert.equal(await o.refusal(), 'GAME_NOT_STARTED')
      x.send('make_move', { roomId, index: 0 })
      assert.equal(await x.refusal(), 'ROOM_NOT_FOUND')
      const other = client()
      other.send('join_room', { roomId, passKey: 'sesame' })
      assert.deepEqual(await other.next(), ['game_start', { board: empty, turn: 'X', role: 'X' }])
      assert.deepEqual(await o.next(), ['game_start', { board: empty, turn: 'X', role: 'O' }])
      other.send('leave_room', { roomId })
      assert.deepEqual(await o.next(), ['player_left', {}])
      o.send('leave_room', { roomId })
      assert.deepEqual(await o.rest(), [])
      x.send('join_room', { roomId, passKey: 'sesame' })
      assert.equal(await x.refusal(), 'ROOM_NOT_FOUND')
    })

    test('a disconnect leaves the room', async () => {
      const { x, o } = await game()
      o.end()
      assert.deepEqual(await x.next(), ['player_left', {}])
    })

    test('one of four clients that join at once gets the seat', async () => {
      const x = client()
      x.send('create_room', { passKey: 'sesame' })
      const [, { roomId }] = await x.next()
      const four = [client(), client(), client(), client()]
      for (const one of four) one.send('join_room', { roomId, passKey: 'sesame' })
      const answers = await Promise.all(four.map((one) => one.next()))
      const names = answers.map(([name, { code }]) => code ?? name)
      assert.deepEqual(names.sort(), ['ROOM_FULL', 'ROOM_FULL', 'ROOM_FULL', 'game_start'])
    })

    test('one socket plays in several rooms', async () => {
      const first = await game()
      first.x.send('create_room', { passKey: 'another' })
      const [, { roomId }] = await first.x.next()
      first.x.send('join_room', { roomId, passKey: 'another' })
      assert.equal(await first.x.refusal(), 'ROOM_FULL')
      first.o.send('join_room', { roomId, passKey: 'another' })
      await Promise.all([first.x.next(), first.o.next()])
      assert.equal((await play({ ...first, roomId }, [0, 3, 1, 4, 2]))[1].winner, 'X')
      assert.equal((await play(first, [8]))[1].board[8], 'X')
      assert.equal((await play(first, [0], 'O'))[1].winner, null)
    })

    test('the server answers an event that a client sends as soon as it connects', async () => {
      for (let round = 0; round < 200; round += 1) {
        const one = new Client(server.address, transports)
        one.socket.on('connect', () => one.send('make_move', { roomId: '?' }))
        assert.equal(await one.refusal(), 'ROOM_NOT_FOUND')
        one.end()
      }
    })

    test('an invalid event gets an error, and the session continues', async () => {
      const { x, o, roomId } = await game()
      let deep: object = {}
      for (let depth = 0; depth < 200; depth += 1) deep = { deep }
      const wrong = [undefined, null, 0, true, 'text', [], [roomId], {}, deep, { roomId: 7 }]
      const codes = {
        create_room: 'WRONG_PASSKEY',
        join_room: 'ROOM_NOT_FOUND',
        make_move: 'ROOM_NOT_FOUND',
        replay_request: 'ROOM_NOT_FOUND',
        leave_room: 'ROOM_NOT_FOUND',
      }
      // One session each: all of them in one session would exceed its rate limit.
      for (const [name, code] of Object.entries(codes)) {
        const one = client()
        for (const fields of wrong) {
          if (fields === undefined) one.send(name)
          else one.send(name, fields)
          assert.equal(await one.refusal(), fields === deep ? 'GAME_NOT_STARTED' : code)
        }
        one.send(name, new Uint8Array(8))
        assert.equal(await one.refusal(), code)
      }
      for (const index of [9, -1, 0.5, '4', null, [4], 1e300]) {
        x.send('make_move', { roomId, index })
        assert.equal(await x.refusal(), 'CELL_TAKEN')
      }
      for (const passKey of ['abc', 'x'.repeat(21), 4444]) {
        o.send('create_room', { passKey })
        assert.equal(await o.refusal(), 'WRONG_PASSKEY')
      }
      o.send('no_such_event', { roomId })
      assert.equal(await o.refusal(), 'GAME_NOT_STARTED')
      assert.equal((await play({ x, o, roomId }, [4]))[1].board[4], 'X')
    })

    test('an oversized event ends the session that sent it, and no other', async () => {
      const { x, o, roomId } = await game()
      const one = client()
      one.send('create_room', { passKey: 'x'.repeat(100_000) })
      assert.equal((await one.next())[0], 'disconnect')
      assert.equal((await play({ x, o, roomId }, [4]))[1].board[4], 'X')
    })

    test('the server ignores a request for an acknowledgement', async () => {
      const { x, o, roomId } = await game()
      x.send('make_move', { roomId, index: 4 }, () => {})
      assert.equal((await both(x, o))[0], 'board_update')
    })

    test('a connection to another namespace is refused', async () => {
      const one = client({ namespace: '/other' })
      assert.deepEqual(await one.next(), ['connect_error', 'Invalid namespace'])
    })

    test('after too many wrong pass keys the right one is refused, too', async () => {
      const { x, roomId } = await game()
      x.send('leave_room', { roomId })
      const one = client()
      for (const passKey of [undefined, 'sesame!', 'Sesame', '']) {
        one.send('join_room', { roomId, passKey })
        assert.equal(await one.refusal(), 'WRONG_PASSKEY')
      }
      for (let wrong = 0; wrong < 10; wrong += 1) {
        one.send('join_room', { roomId, passKey: `wrong ${wrong}` })
        assert.equal(await one.refusal(), 'WRONG_PASSKEY')
      }
      one.send('join_room', { roomId, passKey: 'sesame' })
      const [, { code, message }] = await one.next()
      assert.equal(code, 'WRONG_PASSKEY')
      assert.match(message, /too many/i)
    })
  })

  test(`a client over ${way} that is cut off leaves the room`, async () => {
    // Between two polls the server only notices when the next ping gets no answer.
    const server = await serve({ args: ['--ping-seconds', '1'] })
    const x = new Client(server.address, transports)
    x.send('create_room', { passKey: 'sesame' })
    const [, { roomId }] = await x.next()
    const proxy = await TcpProxy.to(server.address)
    const o = new Client(new URL(proxy.address).host, transports)
    o.send('join_room', { roomId, passKey: 'sesame' })
    for (const each of [x, o]) assert.equal((await each.next())[0], 'game_start')
    await proxy.end()
    assert.deepEqual(await x.next(), ['player_left', {}])
    x.end()
    assert.equal(await server.end(), 0)
  })

  test(`a thousand events over ${way} stay in order`, async () => {
    const args = ['--commands-per-second', '100000', '--commands-burst', '100000']
    const server = await serve({ args: [...args, '--outbox-frames-max', '2000'] })
    const one = new Client(server.address, transports)
    const wrong: [[string, string], ...[string, string][]] = [
      ['create_room', 'WRONG_PASSKEY'],
      ['join_room', 'ROOM_NOT_FOUND'],
      ['no_such_event', 'GAME_NOT_STARTED'],
    ]
    // Irregular enough that a swap of two neighbours shows, and the same in every run.
    const sequence = Array.from(
      { length: 1000 },
      (_, at) => wrong[(at * at + (at >> 3)) % 3] ?? wrong[0],
    )
    for (const [name] of sequence) one.send(name)
    for (const [at, [, code]] of sequence.entries())
      assert.equal(await one.refusal(), code, `event ${at}`)
    one.end()
    assert.equal(await server.end(), 0)
  })

  test(`a client over ${way} reconnects to a restarted server`, async () => {
    const server = await serve()
    const one = new Client(server.address, transports, {
      reconnection: true,
      reconnectionDelay: 10,
    })
    await one.connected()
    if (way === 'upgrade') await one.upgraded()
    assert.equal(await server.end(), 0)
    const [name, reason] = (await one.next()) as unknown as [string, string]
    assert.equal(name, 'disconnect')
    // Between two polls the client finds the port closed.
    assert.ok(reason === 'transport close' || (way === 'polling' && reason === 'transport error'))
    assert.equal(one.socket.active, true)
    const again = await serve({ listen: server.address })
    await one.connected()
    one.end()
    assert.equal(await again.end(), 0)
  })
}
