// A server for spec 4 (the Chessata API) on Node: `ws` for the sockets, chess.js for the rules, lobbies in memory.
//
// Tuned: no compression; the board and the flags are updated move by move; a frame for everyone is written once. It judges every
// move. Games end by checkmate, stalemate, surrender or departure: the API has no word for other draws. It stores nothing: a
// restart loses every game.

import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

import { Chess } from 'chess.js'
import { WebSocketServer } from 'ws'

const COLORS = { w: 'white', b: 'black' }
const VALUES = { p: 1, r: 2, n: 3, b: 4, q: 5, k: 6 }
const PROMOTIONS = { queen: 'q', rook: 'r', bishop: 'b', knight: 'n' }
// Where the rook of a castling move stands before and after.
const CASTLING = { g1: ['h1', 'f1'], c1: ['a1', 'd1'], g8: ['h8', 'f8'], c8: ['a8', 'd8'] }

const lobbies = new Map()

const indexOf = (square) => (8 - Number(square[1])) * 8 + fileOf(square)
const fileOf = (square) => square.charCodeAt(0) - 97

class Refused extends Error {
  constructor(status_code, message) {
    super(message)
    this.status_code = status_code
  }
}

class Lobby {
  players = []
  spectators = new Set()
  chess = null
  board = null
  enPassant = Array(16).fill(false)
  hasKingMoved = { white: false, black: false }
  hasRookMoved = { a1: false, h1: false, a8: false, h8: false }
  isOver = false

  tell(message) {
    const text = JSON.stringify(message)
    for (const client of this.players) client.send(text)
    for (const client of this.spectators) client.send(text)
  }

  start() {
    this.chess = new Chess()
    const piece = (each) => (each ? (each.color === 'w' ? 1 : -1) * VALUES[each.type] : 0)
    this.board = this.chess.board().flat().map(piece)
    if (Math.random() < 0.5) this.players.reverse()
    this.players[0].color = 'w'
    this.players[1].color = 'b'
    for (const client of [...this.players, ...this.spectators]) this.greet(client)
  }

  greet(client) {
    client.send(JSON.stringify({ type: 'start', color: COLORS[client.color] ?? 'undefined' }))
    client.send(JSON.stringify(this.state()))
  }

  state() {
    return {
      type: 'game_state',
      player_turn_id: this.players[this.chess.turn() === 'w' ? 0 : 1]?.id ?? null,
      board: this.board,
      allow_en_passant: this.enPassant,
      has_king_moved: this.hasKingMoved,
      has_rook_moved: this.hasRookMoved,
    }
  }

  move(client, { start, end, promotion }) {
    if (!client.color) throw new Refused(403, 'Spectators do not move.')
    if (!this.chess || this.isOver) throw new Refused(409, 'There is no game.')
    if (this.chess.turn() !== client.color) throw new Refused(409, "It is your opponent's turn.")
    let made
    try {
      made = this.chess.move({ from: start, to: end, promotion: PROMOTIONS[promotion ?? 'queen'] })
    } catch {
      throw new Refused(406, "That move isn't legal.")
    }
    this.record(made)
    this.tell(this.state())
    if (this.chess.inCheck()) {
      this.tell({ type: 'note', message: `The ${COLORS[this.chess.turn()]} king is in check!` })
    }
    if (this.chess.isCheckmate()) this.end(`${COLORS[made.color]}_win`, client.id)
    else if (this.chess.isStalemate()) this.end('stalemate', null)
  }

  record({ from, to, color, piece, promotion, flags }) {
    const { board } = this
    const sign = color === 'w' ? 1 : -1
    board[indexOf(from)] = 0
    board[indexOf(to)] = sign * VALUES[promotion ?? piece]
    if (flags.includes('e')) board[indexOf(to) + sign * 8] = 0
    const back = color === 'w' ? '1' : '8'
    for (const square of [from, to]) if (square[1] === back && square in this.hasRookMoved) this.hasRookMoved[square] = true
    if (piece === 'k') this.hasKingMoved[COLORS[color]] = true
    if (flags.includes('k') || flags.includes('q')) {
      const [before, after] = CASTLING[to]
      board[indexOf(before)] = 0
      board[indexOf(after)] = sign * VALUES.r
      this.hasRookMoved[before] = true
    }
    this.enPassant.fill(false)
    if (flags.includes('b')) this.enPassant[fileOf(to) + (color === 'w' ? 8 : 0)] = true
  }

  surrender(client) {
    if (!client.color || !this.chess || this.isOver) throw new Refused(409, 'There is no game.')
    this.end('surrender', this.players.find((player) => player !== client)?.id ?? null)
  }

  end(result, winner_id) {
    this.isOver = true
    this.tell({ type: 'end_of_game', result, winner_id })
  }
}

function enter(client, username, code) {
  let lobby = lobbies.get(code)
  if (!lobby) lobbies.set(code, (lobby = new Lobby()))
  const role = lobby.chess || lobby.players.length === 2 ? 'spectator' : 'player'
  Object.assign(client, { id: randomUUID(), username, role, color: undefined })
  client.send(JSON.stringify({ type: 'init', user_id: client.id, role }))
  lobby.tell({ type: 'join', user_id: client.id, username, role })
  if (role === 'spectator') {
    lobby.spectators.add(client)
    if (lobby.chess) lobby.greet(client)
  } else {
    lobby.players.push(client)
    if (lobby.players.length === 2) lobby.start()
  }
  return lobby
}

function leave(client, lobby, code) {
  lobby.players = lobby.players.filter((each) => each !== client)
  lobby.spectators.delete(client)
  lobby.tell({ type: 'leave', user_id: client.id, username: client.username, role: client.role })
  if (client.role === 'player' && lobby.chess && !lobby.isOver) lobby.end('disconnect', lobby.players[0]?.id ?? null)
  if (lobby.players.length > 0) return
  lobby.tell({ type: 'close', message: 'Both players have left the match.' })
  for (const spectator of lobby.spectators) spectator.close(1000)
  if (lobbies.get(code) === lobby) lobbies.delete(code)
}

function handle(client, lobby, data) {
  const message = JSON.parse(data)
  if (message.type === 'move') return lobby.move(client, message)
  if (message.type === 'chat') return lobby.tell({ type: 'chat', username: client.username, message: message.message })
  if (message.type === 'surrender') return lobby.surrender(client)
  throw new Refused(400, 'This is not a message for the server.')
}

const server = createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false, maxPayload: 65536 })

sockets.on('connection', (client, request) => {
  const [, username, code] = /^\/ws\/api\/([^/]+)\/([^/]+)\/?$/.exec(request.url) ?? []
  if (!code) return client.close(4004)
  const lobby = enter(client, decodeURIComponent(username), decodeURIComponent(code))
  client.on('message', (data) => {
    try {
      handle(client, lobby, data)
    } catch ({ status_code = 400, message }) {
      client.send(JSON.stringify({ type: 'error', status_code, message }))
    }
  })
  client.on('close', () => leave(client, lobby, code))
  client.on('error', () => client.terminate())
})

server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  console.log(`listening at http://127.0.0.1:${server.address().port}`)
})
