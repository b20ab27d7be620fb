// Puts the example of tic-tac-toe beside a page that is built for another host: node scripts/example.mjs FOLDER SERVER
// It is then at FOLDER/tictactoe-page/, and talks to the raum at SERVER.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const EXAMPLE = join(import.meta.dirname, '../../examples/tictactoe-page')
const NOWHERE = '<meta name="raum-server" content="" />'

const [folder, server] = process.argv.slice(2)
if (!folder || !server || !/^https?:\/\/[^"<>\s]+$/.test(server)) {
  throw new Error('say where to put it, and where its server is: example.mjs FOLDER https://HOST')
}
const here = join(folder, 'tictactoe-page')
cpSync(EXAMPLE, here, { recursive: true })
const page = join(here, 'index.html')
const text = readFileSync(page, 'utf8')
if (!text.includes(NOWHERE)) throw new Error(`${EXAMPLE}/index.html has no ${NOWHERE}`)
writeFileSync(page, text.replace(NOWHERE, NOWHERE.replace('""', `"${server}"`)))
