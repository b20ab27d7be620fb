// A bot that plays random moves in any game of raum, in the native dialect (docs/dialects/raum.md):
//   node bot.js http://127.0.0.1:8000/r/ROOM [NAME]
// It reconnects when the connection is lost, and leaves on Ctrl-C. RAUM_TOKEN takes the seat of an earlier run again, and
// RAUM_PASS_KEY opens a room with a pass key.

import { init, Replica } from 'raum-rules'
import { WebSocket } from 'ws'

const [link, name = 'Bot'] = process.argv.slice(2)
if (!link) throw new Error('usage: node bot.js LINK [NAME]')

/** Close codes after which a new connection would not help (clause 14). */
const FINAL = [1000, 1002, 1007, 1009, 4000, 4001, 4002, 4003, 4004, 4006]
/** The code for another history of the room: the server has restored a backup. */
const OTHER_HISTORY = 4009

await init()
const { origin, pathname } = new URL(link)
const address = `${origin.replace('http', 'ws')}/ws/raum/${pathname.split('/')[2]}`
const key = process.env.RAUM_PASS_KEY
let token = process.env.RAUM_TOKEN
// The replica knows the rules, the room and the dialect, but has no socket.
let replica = new Replica({ token, key })
let socket
let hasAsked = false
let isLeaving = false
let attempts = 0

connect()
process.once('SIGINT', leave)
process.once('SIGTERM', leave)

function connect() {
  socket = new WebSocket(address)
  socket.on('open', () => send([replica.hello()]))
  socket.on('message', (data) => receive(String(data)))
  // 'close' follows every error.
  socket.on('error', (error) => console.error(error.message))
  socket.on('close', closed)
}

function send(frames) {
  for (const frame of frames) socket.send(frame)
}

function receive(frame) {
  try {
    send(replica.receive(frame))
  } catch (error) {
    console.error(error.message)
    // A newer raum wrote the room; otherwise another connection helps.
    if (replica.isOutdated) process.exit(1)
    return socket.close()
  }
  if (replica.token !== token) {
    token = replica.token
    console.error(`Token: ${token}`)
  }
  if (!replica.isLive) return
  attempts = 0
  const view = replica.view()
  // Commands without an answer are sent again over the next connection, so one at a time is enough.
  if (view.unanswered > 0) return
  if (isLeaving) socket.close(1000)
  else send(nextCommand(view))
}

/** Returns the frames of the next command, or none. */
function nextCommand({ may, position, moves, ending }) {
  if (may.takeSeat && !hasAsked) {
    hasAsked = true
    return replica.ask({ type: 'take-seat', name })
  }
  if (may.declineDraw) return replica.ask({ type: 'decline-draw' })
  if (may.acceptTakeback) return replica.ask({ type: 'accept-takeback' })
  if (may.play) {
    const { text, notation } = position.legal[Math.floor(Math.random() * position.legal.length)]
    console.log(notation)
    return replica.ask({ type: 'play', move: text, ply: moves.length })
  }
  if (ending && may.askRematch) {
    console.log(`Game over: ${ending.reason}, winner: ${ending.winner ?? 'none'}`)
    return replica.ask({ type: 'ask-rematch' })
  }
  return []
}

function leave() {
  isLeaving = true
  if (!replica.isLive) process.exit(1)
  send(replica.ask({ type: 'leave' }))
}

function closed(code, reason) {
  console.log(`Connection closed: ${code} ${reason}`)
  if (isLeaving || FINAL.includes(code)) process.exit(isLeaving || code === 1000 ? 0 : 1)
  if (code === OTHER_HISTORY) replica = new Replica({ token, key })
  setTimeout(connect, Math.min(30_000, 250 * 2 ** attempts++))
}
