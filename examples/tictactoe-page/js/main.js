// The state of the page: what the server said last, and what follows from it for the screen.

import { CELLS, STATUS } from './game.js'
import * as socket from './socket.js'
import { draw, makeBoard } from './ui.js'

const NOWHERE = {
  roomId: null,
  role: null,
  board: Array(CELLS).fill(null),
  status: STATUS.doors,
  canMove: false,
  canReplay: false,
  error: '',
}

let state = { ...NOWHERE, status: STATUS.connecting }

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

/** The room that was asked for: the server names it only to who created it. */
let asked = null

socket.on({
  connect: () => change(NOWHERE),
  // Whoever is gone has left the room: the dialect has no word for coming back.
  disconnect: () => change({ ...NOWHERE, status: STATUS.lostConnection }),
  room_created: ({ roomId }) => change({ roomId, status: STATUS.waiting }),
  game_start: ({ board, turn, role }) => {
    change({ roomId: state.roomId ?? asked, role, board, canReplay: false })
    change(turnOf(turn))
  },
  board_update: ({ board, turn, winner }) =>
    change({ board, ...(winner === null ? turnOf(turn) : endOf(winner)) }),
  // Whoever can still vote has not: so it is the other one's.
  replay_vote: () => change(state.canReplay ? { status: STATUS.asked } : {}),
  player_left: () =>
    change({ board: NOWHERE.board, canMove: false, canReplay: false, status: STATUS.left }),
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
  asked = roomId.toUpperCase()
  socket.joinRoom(asked, passKey)
})

document.getElementById('replay').addEventListener('click', () => {
  socket.askReplay(state.roomId)
  change({ canReplay: false, status: STATUS.voted })
})
document.getElementById('leave').addEventListener('click', () => {
  socket.leaveRoom(state.roomId)
  change(NOWHERE)
})

draw(state)
