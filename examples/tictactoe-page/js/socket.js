// All that is said to the server and heard from it. The only file that knows the socket.

import { io } from 'socket.io-client'

const EVENTS = ['room_created', 'game_start', 'board_update', 'replay_vote', 'player_left', 'error']

const server = document.querySelector('meta[name="raum-server"]').content || location.origin
const socket = io(server)

/** Has functions called with what the server says: `on({ game_start: (told) => … })`. */
export function on(listeners) {
  for (const event of EVENTS) socket.on(event, (told) => listeners[event]?.(told))
  socket.on('connect', () => listeners.connect?.())
  socket.on('disconnect', () => listeners.disconnect?.())
}

export const createRoom = (passKey) => socket.emit('create_room', { passKey })
export const joinRoom = (roomId, passKey) => socket.emit('join_room', { roomId, passKey })
export const makeMove = (roomId, index) => socket.emit('make_move', { roomId, index })
export const askReplay = (roomId) => socket.emit('replay_request', { roomId })
export const leaveRoom = (roomId) => socket.emit('leave_room', { roomId })
