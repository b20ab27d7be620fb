// A server for spec 5 (tic-tac-toe rooms) on the stack that it prescribes: raw Node `http`, socket.io, bcryptjs, and rooms in
// memory.
//
// Tuned: no compression, no client files; updates go to the two sockets of a room without a lookup of rooms. It judges every
// move. It stores nothing: a restart loses every room.

import { createServer } from 'node:http'

import bcrypt from 'bcryptjs'
import { Server } from 'socket.io'

// Fewer than the default of 10. Hashing takes no part in a move, but it blocks this one thread, and 200 rooms must open before
// clients miss their pings.
const HASH_ROUNDS = 7
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8],
  [0, 3, 6], [1, 4, 7], [2, 5, 8],
  [0, 4, 8], [2, 4, 6],
]

const rooms = new Map()

class Refused extends Error {
  constructor(code, message) {
    super(message)
    this.code = code
  }
}

function newId() {
  for (;;) {
    const letters = Array.from({ length: 6 }, () => ALPHABET[Math.floor(Math.random() * ALPHABET.length)])
    const id = letters.join('')
    if (!rooms.has(id)) return id
  }
}

function isPassKey(passKey) {
  return typeof passKey === 'string' && passKey.length >= 4 && passKey.length <= 20
}

function roomOf(socket, { roomId } = {}) {
  const room = rooms.get(roomId)
  const player = room?.players.find((each) => each.socket === socket)
  if (!player) throw new Refused('ROOM_NOT_FOUND', 'The room does not exist.')
  return { room, player }
}

function tell(room, event, fields) {
  for (const { socket } of room.players) socket.emit(event, fields)
}

function start(room) {
  room.status = 'playing'
  for (const { socket, role } of room.players) {
    socket.emit('game_start', { board: room.board, turn: room.turn, role })
  }
}

async function createRoom(socket, { passKey } = {}) {
  if (!isPassKey(passKey)) throw new Refused('WRONG_PASSKEY', 'A pass key has 4 to 20 characters.')
  const passKeyHash = await bcrypt.hash(passKey, HASH_ROUNDS)
  const roomId = newId()
  rooms.set(roomId, {
    roomId,
    passKeyHash,
    players: [{ socket, role: 'X' }],
    board: Array(9).fill(null),
    turn: 'X',
    first: 'X',
    status: 'waiting',
    replayVotes: new Set(),
  })
  socket.data.rooms.add(roomId)
  socket.emit('room_created', { roomId })
}

async function joinRoom(socket, { roomId, passKey } = {}) {
  const room = rooms.get(roomId)
  if (!room) throw new Refused('ROOM_NOT_FOUND', 'The room does not exist.')
  const matches = typeof passKey === 'string' && (await bcrypt.compare(passKey, room.passKeyHash))
  if (!matches) throw new Refused('WRONG_PASSKEY', 'The pass key is wrong.')
  if (room.players.length === 2) throw new Refused('ROOM_FULL', 'Both roles are taken.')
  const role = room.players[0]?.role === 'X' ? 'O' : 'X'
  room.players.push({ socket, role })
  socket.data.rooms.add(roomId)
  if (room.players.length === 2) start(room)
}

function winner(board) {
  const line = LINES.find(([a, b, c]) => board[a] && board[a] === board[b] && board[a] === board[c])
  if (line) return board[line[0]]
  return board.every((cell) => cell !== null) ? 'draw' : null
}

function makeMove(socket, fields) {
  const { room, player } = roomOf(socket, fields)
  const { index } = fields
  if (room.status !== 'playing') throw new Refused('GAME_NOT_STARTED', 'There is no game.')
  if (player.role !== room.turn) throw new Refused('NOT_YOUR_TURN', "It is your opponent's turn.")
  if (room.board[index] !== null) throw new Refused('CELL_TAKEN', 'The cell is not free.')
  room.board[index] = player.role
  room.turn = player.role === 'X' ? 'O' : 'X'
  const won = winner(room.board)
  if (won) room.status = 'ended'
  tell(room, 'board_update', { board: room.board, turn: room.turn, winner: won })
}

function replayRequest(socket, fields) {
  const { room } = roomOf(socket, fields)
  if (room.status !== 'ended') throw new Refused('GAME_NOT_STARTED', 'The game is not over.')
  if (room.replayVotes.has(socket.id)) return
  room.replayVotes.add(socket.id)
  tell(room, 'replay_vote', { votes: room.replayVotes.size })
  if (room.replayVotes.size < 2) return
  room.replayVotes.clear()
  room.board = Array(9).fill(null)
  room.turn = room.first = room.first === 'X' ? 'O' : 'X'
  start(room)
}

function leaveRoom(socket, fields) {
  const { room, player } = roomOf(socket, fields)
  socket.data.rooms.delete(room.roomId)
  room.players.splice(room.players.indexOf(player), 1)
  if (room.players.length === 0) rooms.delete(room.roomId)
  Object.assign(room, { board: Array(9).fill(null), turn: 'X', first: 'X', status: 'waiting' })
  room.replayVotes.clear()
  tell(room, 'player_left', {})
}

const EVENTS = {
  create_room: createRoom,
  join_room: joinRoom,
  make_move: makeMove,
  replay_request: replayRequest,
  leave_room: leaveRoom,
}

const server = createServer()
const io = new Server(server, { serveClient: false, perMessageDeflate: false, httpCompression: false })

io.on('connection', (socket) => {
  socket.data.rooms = new Set()
  const refuse = ({ code = 'GAME_NOT_STARTED', message }) => socket.emit('error', { code, message })
  for (const [event, handle] of Object.entries(EVENTS)) {
    socket.on(event, (fields) => {
      try {
        handle(socket, fields)?.catch(refuse)
      } catch (error) {
        refuse(error)
      }
    })
  }
  socket.on('disconnect', () => {
    for (const roomId of socket.data.rooms) leaveRoom(socket, { roomId })
  })
})

server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  console.log(`listening at http://127.0.0.1:${server.address().port}`)
})
