// Copies the tic-tac-toe example into a page built for a static host: node scripts/example.mjs FOLDER SERVER
// It ends up in FOLDER/tictactoe-page/ and connects to the raum server at SERVER.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const EXAMPLE = join(import.meta.dirname, '../../examples/tictactoe-page')
const NO_SERVER = '<meta name="raum-server" content="" />'

const [folder, server] = process.argv.slice(2)
if (!folder || !server || !/^https?:\/\/[^"<>\s]+$/.test(server)) {
  throw new Error('usage: example.mjs FOLDER https://HOST')
}
const target = join(folder, 'tictactoe-page')
cpSync(EXAMPLE, target, { recursive: true })
const page = join(target, 'index.html')
const text = readFileSync(page, 'utf8')
if (!text.includes(NO_SERVER)) throw new Error(`${EXAMPLE}/index.html has no ${NO_SERVER}`)
writeFileSync(page, text.replace(NO_SERVER, NO_SERVER.replace('""', `"${server}"`)))
