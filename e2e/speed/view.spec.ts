// Measures in Chromium how long the rules take to compute what the screen shows at ply 200 of a local game, as JSON, and
// how long the page takes to read that. Appends the samples to the file VIEWS_JSON, if it is set.

import { appendFileSync } from 'node:fs'

import { test } from '@playwright/test'

import { serve } from '../server.js'

const PLIES = 200
const WANTED_MILLIS = 1
/** The files of the rules, beside the page. */
const RULES = '../web/src/raum/pkg'

interface Samples {
  view: number[]
  read: number[]
}

for (const kind of ['chess', 'space'] as const) {
  test(`a view of ${kind} at ply ${PLIES}`, async ({ page }) => {
    test.setTimeout(120_000)
    const server = await serve()
    // A page without a script.
    await page.goto(`http://${server.address}/about`)
    await page.route('**/rules/*', (route) => {
      const name = new URL(route.request().url()).pathname.split('/').at(-1)
      return route.fulfill({ path: `${RULES}/${name}` })
    })
    const samples = await page.evaluate(measure, { kind, plies: PLIES })
    const median = (of: number[]) =>
      of.toSorted((one, other) => one - other)[Math.floor(of.length / 2)] ?? 0
    const [view, read] = [median(samples.view), median(samples.read)]
    console.log(
      `${kind}: a view takes ${view.toFixed(3)} ms, reading it ${read.toFixed(3)} ms;`,
      `target ${WANTED_MILLIS} ms: ${view <= WANTED_MILLIS ? 'ok' : 'MISSED'}`,
    )
    const file = process.env['VIEWS_JSON']
    if (file !== undefined) {
      const line = { kind, plies: PLIES, wantedMillis: WANTED_MILLIS, ...samples }
      appendFileSync(file, `${JSON.stringify(line)}\n`)
    }
    await server.end()
  })
}

/** In the page: plays at random to the ply, then takes samples in milliseconds. */
async function measure({ kind, plies }: { kind: string; plies: number }): Promise<Samples> {
  // The clock of a page ticks every tenth of a millisecond, so each sample is the mean of many views.
  const [SAMPLES, VIEWS] = [40, 50]
  const address = '/rules/raum_wasm.js'
  const { default: init, LocalTable } = (await import(address)) as {
    default: (options: { module_or_path: string }) => Promise<unknown>
    LocalTable: new (kind: string, name: string, ...rest: unknown[]) => Table
  }
  await init({ module_or_path: '/rules/raum_wasm_bg.wasm' })

  interface Table {
    ask: (command: string, now: number, chance: number) => void
    view: (now: number) => string
  }
  interface View {
    moves: unknown[]
    position: { legal: { text: string }[] }
  }
  const now = Date.now()
  const viewOf = (table: Table) => JSON.parse(table.view(now)) as View

  /** A table at the ply, unless the game of this seed ends sooner. */
  const playedBy = (seed: number): Table => {
    let state = seed
    const table = new LocalTable(kind, 'You', undefined, undefined, undefined, now)
    for (let ply = 0; ply < plies; ply += 1) {
      const { legal } = viewOf(table).position
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      const move = legal[Math.floor(state / 65_536) % legal.length]
      if (!move) break
      table.ask(JSON.stringify({ type: 'play', move: move.text, ply }), now, 0)
    }
    return table
  }
  let seed = 1
  let table = playedBy(seed)
  while (viewOf(table).moves.length < plies) table = playedBy((seed += 1))

  const sample = (act: () => unknown) =>
    Array.from({ length: SAMPLES }, () => {
      const start = performance.now()
      for (let count = 0; count < VIEWS; count += 1) act()
      return (performance.now() - start) / VIEWS
    })
  const json = table.view(now)
  return {
    view: sample(() => table.view(now)),
    read: sample(() => JSON.parse(json)),
  }
}
