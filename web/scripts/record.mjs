// Records the frames between replicas and a real server, as a fixture for the page's tests:
//   node --experimental-websocket scripts/record.mjs 127.0.0.1:8000 > src/raum/fixtures/transcript.jsonl
// Build the package first: cargo xtask wasm. Each line is one step of one replica.
import { readFileSync } from 'node:fs'

import { Replica, initSync } from '../src/raum/pkg/raum_wasm.js'

initSync({
  module: readFileSync(new URL('../src/raum/pkg/raum_wasm_bg.wasm', import.meta.url)),
})

const [address] = process.argv.slice(2)

/** A replica with a socket that logs every step. */
class Client {
  constructor(who, room, token) {
    Object.assign(this, { who, room, replica: new Replica(token), received: () => undefined })
    this.note({ begins: { token } })
  }

  note(step) {
    console.log(JSON.stringify({ who: this.who, at: Date.now(), ...step }))
  }

  send(frames) {
    for (const frame of frames) {
      this.note({ sends: frame })
      if (this.socket.readyState === WebSocket.OPEN) this.socket.send(frame)
    }
  }

  async connect() {
    this.socket = new WebSocket(`ws://${address}/ws/raum/${this.room}`)
    await new Promise((resolve) => this.socket.addEventListener('open', resolve))
    this.socket.addEventListener('message', ({ data }) => {
      const now = Date.now()
      this.note({ receives: data })
      this.send(this.replica.receive(data, now))
      this.received()
    })
    this.note({ connects: true })
    this.send([this.replica.hello()])
  }

  async disconnect() {
    const closed = new Promise((resolve) => this.socket.addEventListener('close', resolve))
    this.socket.close()
    await closed
  }

  view() {
    const view = this.replica.view(Date.now())
    return view === undefined ? undefined : JSON.parse(view)
  }

  ask(command) {
    this.note({ asks: command })
    this.send(this.replica.ask(JSON.stringify(command)))
  }

  /** Sends a command and waits for its answer. */
  async get(command) {
    this.ask(command)
    await this.until((view) => view.unanswered === 0)
  }

  async play(move) {
    await this.get({ type: 'play', move, ply: this.view().moves.length })
  }

  /** Waits until the view meets a condition. */
  async until(condition) {
    while (this.view() === undefined || !condition(this.view())) {
      await new Promise((resolve) => (this.received = resolve))
    }
  }
}

const rules = {
  spectators: true,
  chat: true,
  passKey: false,
  opener: 'first',
  solo: false,
  leaver: { type: 'keeps-seat', graceMillis: 60_000 },
  rematch: 'swap-sides',
  takeback: true,
  clock: { initialMillis: 300_000, incrementMillis: 2_000 },
}
const opened = await fetch(`http://${address}/api/rooms`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ kind: 'chess', rules }),
})
const { room } = await opened.json()

const ann = new Client('ann', room)
await ann.connect()
await ann.until((view) => view.may.takeSeat)
await ann.get({ type: 'take-seat', name: 'Ann' })
const ben = new Client('ben', room)
await ben.connect()
await ben.until((view) => view.may.takeSeat)
await ben.get({ type: 'take-seat', name: 'Ben' })
const cem = new Client('cem', room)
await cem.connect()
await ann.until((view) => view.spectators === 1)
await cem.get({ type: 'say', name: 'Cem', text: 'Good luck 🦄' })

await ann.play('e2e4')
await ann.get({ type: 'play', move: 'd2d4', ply: 1 })
await ben.until((view) => view.moves.length === 1)
await ben.play('e7e5')
await ben.get({ type: 'ask-takeback' })
await ann.until((view) => view.takeback !== null)
await ann.get({ type: 'accept-takeback' })
await ben.until((view) => view.moves.length === 1)
await ben.play('c7c5')
await ann.until((view) => view.moves.length === 2)

// Commands sent while disconnected are sent again over the next connection.
await ann.disconnect()
ann.ask({ type: 'play', move: 'g1f3', ply: 2 })
await ben.until((view) => view.seats[0].awaySince !== null)
await ben.get({ type: 'say', text: 'Are you there?' })
await ann.connect()
await ann.until((view) => view.unanswered === 0)
await ben.until((view) => view.moves.length === 3)

// A reload of the page: only the token survives.
await ann.disconnect()
const annAgain = new Client('ann again', room, ann.replica.token())
annAgain.ask({ type: 'offer-draw' })
await annAgain.connect()
await annAgain.until((view) => view.unanswered === 0)
await ben.until((view) => view.drawOffer !== null)
await ben.get({ type: 'decline-draw' })
await ben.get({ type: 'resign' })
await annAgain.get({ type: 'ask-rematch' })
await ben.until((view) => view.rematch.length === 1)
await ben.get({ type: 'ask-rematch' })
await annAgain.until((view) => view.game === 2)
await cem.until((view) => view.game === 2)

for (const party of [annAgain, ben, cem]) party.socket.close()
