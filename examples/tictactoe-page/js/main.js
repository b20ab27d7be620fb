// The state of the page: the latest server events, and what the screen shows for them.

import { CELLS, STATUS } from './game.js'
import * as socket from './socket.js'
import { draw, makeBoard } from './ui.js'

const NO_ROOM = {
  roomId: null,
  role: null,
  board: Array(CELLS).fill(null),
  status: STATUS.entrance,
  canMove: false,
  canReplay: false,
  error: '',
}

let state = { ...NO_ROOM, status: STATUS.connecting }

function change(part) {
  state = { ...state, error: '', ...part }
  draw(state)
}

function turnOf(turn) {
  const canMove = turn === state.role
  return { canMove, status: canMove ? STATUS.yours : STATUS.theirs }
}

function endOf(winner) {
  const won = winner === state.role ? STATUS.won : STATUS.lost
  return { canMove: false, canReplay: true, status: winner === 'draw' ? STATUS.draw : won }
}

/** The room to join: `game_start` does not name it. */
let joining = null

socket.on({
  connect: () => change(NO_ROOM),
  // A disconnected client has left its room: the dialect cannot reconnect.
  disconnect: () => change({ ...NO_ROOM, status: STATUS.lostConnection }),
  room_created: ({ roomId }) => change({ roomId, status: STATUS.waiting }),
  game_start: ({ board, turn, role }) => {
    change({ roomId: state.roomId ?? joining, role, board, canReplay: false })
    change(turnOf(turn))
  },
  board_update: ({ board, turn, winner }) =>
    change({ board, ...(winner === null ? turnOf(turn) : endOf(winner)) }),
  // If this client can still vote, the vote is the opponent's.
  replay_vote: () => change(state.canReplay ? { status: STATUS.asked } : {}),
  player_left: () =>
    change({ board: NO_ROOM.board, canMove: false, canReplay: false, status: STATUS.left }),
  error: ({ message }) => change({ error: message }),
})

makeBoard((index) => {
  if (state.canMove) socket.makeMove(state.roomId, index)
})

function onSubmit(id, act) {
  document.getElementById(id).addEventListener('submit', (event) => {
    event.preventDefault()
    act(Object.fromEntries(new FormData(event.target)))
  })
}

onSubmit('create', ({ passKey }) => socket.createRoom(passKey))
onSubmit('join', ({ roomId, passKey }) => {
  joining = roomId.toUpperCase()
  socket.joinRoom(joining, passKey)
})

document.getElementById('replay').addEventListener('click', () => {
  socket.requestReplay(state.roomId)
  change({ canReplay: false, status: STATUS.voted })
})
document.getElementById('leave').addEventListener('click', () => {
  socket.leaveRoom(state.roomId)
  change(NO_ROOM)
})

draw(state)
