// Measures how long the page's main thread is busy at a time while the computer thinks at its highest level and the player
// moves the pointer and selects pieces.
//
// Counts the thread's CPU time in tasks, from Chromium's trace. A frame waits at most for the longest of them.

import { test } from '@playwright/test'
import type { Page } from '@playwright/test'

import { Alone } from '../page/alone.js'
import { serve } from '../server.js'

const MOVES = 6
const WANTED_MILLIS = 50

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** CPU time of the thread in microseconds. */
  tdur?: number
  args: { name?: string }
}

for (const kind of ['chess', 'space'] as const) {
  test(`tasks of the page while the computer thinks about ${kind}`, async ({ browser }) => {
    test.setTimeout(300_000)
    const server = await serve()
    const context = await browser.newContext({
      baseURL: `http://${server.address}`,
    })
    const page = await context.newPage()
    const table = await Alone.on(page)
    await table.start(kind, { level: 8 })
    // Loads the engine.
    await table.playAny(3)
    await table.turn()
    const categories = ['toplevel', 'disabled-by-default-devtools.timeline']
    await browser.startTracing(page, { categories })
    let gestures = 0
    for (let move = 0; move < MOVES && !(await table.isOver()); move++) {
      await table.playAny(5 * move + 3)
      gestures += await fidget(page, table)
    }
    const trace = JSON.parse(String(await browser.stopTracing())) as {
      traceEvents: TraceEvent[]
    }
    const tasks = millisOfTasks(trace.traceEvents).sort((one, other) => one - other)
    const quantile = (share: number) => tasks[Math.floor(share * (tasks.length - 1))]?.toFixed(2)
    console.log(
      `${kind}: the longest task takes ${quantile(1)} ms (target: at most ${WANTED_MILLIS}), p99 ${quantile(0.99)} ms,`,
      `${tasks.length} tasks, ${gestures} gestures while the computer thinks`,
    )
    await context.close()
    await server.end()
  })
}

/** Moves the pointer over the board and selects pieces until the computer has moved. Returns how often. */
async function fidget(page: Page, table: Alone): Promise<number> {
  const cells = page.getByRole('gridcell')
  const [first, last] = [await cells.first().boundingBox(), await cells.last().boundingBox()]
  if (!first || !last) throw new Error('the board is not on screen')
  let count = 0
  for (; (await table.status().textContent()) === 'Computer is thinking…'; count++) {
    const share = (count % 10) / 10
    const x = first.x + share * (last.x - first.x) + 5
    await page.mouse.move(x, last.y + 5)
    await page.mouse.click(x, last.y + 5)
  }
  return count
}

/** The CPU time of each task of the main threads of pages. */
function millisOfTasks(events: TraceEvent[]): number[] {
  const threads = events.filter(({ ph, args }) => ph === 'M' && args.name === 'CrRendererMain')
  const isMain = ({ pid, tid }: TraceEvent) =>
    threads.some((thread) => thread.pid === pid && thread.tid === tid)
  return events
    .filter((event) => event.name.endsWith('RunTask') && isMain(event))
    .flatMap(({ tdur }) => (tdur ? [tdur / 1000] : []))
}
