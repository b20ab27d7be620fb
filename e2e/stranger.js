// A client in a process of its own, which the tests kill: it joins a room and waits.

import { Client } from './client.js'

const [address, roomId, passKey, ...transports] = process.argv.slice(2)
const client = new Client({ address }, transports)
client.say('join_room', { roomId, passKey })
const [name] = await client.next()
process.stdout.write(`${name}\n`)
