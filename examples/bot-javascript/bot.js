// A bot that plays random moves in any game of raum, in the native dialect (docs/dialects/raum.md):
//   node bot.js http://127.0.0.1:8000/r/ROOM [NAME]

import { init, Replica } from 'raum-rules'
import { WebSocket } from 'ws'

const [link, name = 'Bot'] = process.argv.slice(2)
if (!link) throw new Error('usage: node bot.js LINK [NAME]')

await init()
const room = new URL(link)
const socket = new WebSocket(`${room.origin.replace('http', 'ws')}/ws/raum/${room.pathname.split('/').at(-1)}`)
// The replica knows the rules, the room and the dialect, but has no socket.
const replica = new Replica()
let isSeated = false

const send = (frames) => frames.forEach((frame) => socket.send(frame))

socket.on('open', () => send([replica.hello()]))
socket.on('message', (data) => {
  send(replica.receive(String(data)))
  if (replica.isLive) send(nextCommand(replica.view()))
})
socket.on('close', (code, reason) => console.log(`Connection closed: ${code} ${reason}`))
socket.on('error', (error) => console.error(error.message))

/** Returns the frames of the next command, or none. Waits until the last command is answered. */
function nextCommand({ may, position, moves, ending, unanswered }) {
  if (unanswered > 0) return []
  if (may.takeSeat && !isSeated) {
    isSeated = true
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
