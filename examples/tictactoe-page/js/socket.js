// The connection to the server: the only file that uses the socket.

import { io } from 'socket.io-client'

const EVENTS = ['room_created', 'game_start', 'board_update', 'replay_vote', 'player_left', 'error']

const server = document.querySelector('meta[name="raum-server"]').content || location.origin
const socket = io(server)

/** Registers a listener per server event: `on({ game_start: (data) => … })`. */
export function on(listeners) {
  for (const event of EVENTS) socket.on(event, (data) => listeners[event]?.(data))
  socket.on('connect', () => listeners.connect?.())
  socket.on('disconnect', () => listeners.disconnect?.())
}

export const createRoom = (passKey) => socket.emit('create_room', { passKey })
export const joinRoom = (roomId, passKey) => socket.emit('join_room', { roomId, passKey })
export const makeMove = (roomId, index) => socket.emit('make_move', { roomId, index })
export const requestReplay = (roomId) => socket.emit('replay_request', { roomId })
export const leaveRoom = (roomId) => socket.emit('leave_room', { roomId })
