// Measures how long the page's main thread works per frame while a full board is rotated in 3D.
//
// Counts the thread's CPU time in animation frames and pointer events, from Chromium's trace. Rasterization is left out:
// without a graphics card it would drown everything else.

import { test } from '@playwright/test'
import type { Page } from '@playwright/test'

import { serve } from '../server.js'

const STEPS = 50
const WANTED_MILLIS = 4

interface TraceEvent {
  name: string
  /** CPU time of the thread in microseconds. */
  tdur?: number
  args: { data?: { type?: string } }
}

for (const kind of ['chess', 'space']) {
  test(`scripting per frame while the board of ${kind} is rotated`, async ({ browser }) => {
    const server = await serve()
    // A small viewport rasterizes quickly in software, and costs as much scripting as a large one.
    const page = await browser.newPage({
      viewport: { width: 480, height: 480 },
    })
    await page.addInitScript('raumProbe = true')
    await page.goto(`http://${server.address}/${kind}`)
    await page.getByText('3D', { exact: true }).click()
    // Warm-up.
    await rotate(page, 10)
    await browser.startTracing(page, { categories: ['devtools.timeline'] })
    await rotate(page, STEPS)
    const trace = JSON.parse(String(await browser.stopTracing())) as {
      traceEvents: TraceEvent[]
    }
    const frames = millisOf(trace.traceEvents, ({ name }) => name === 'FireAnimationFrame')
    const events = millisOf(
      trace.traceEvents,
      ({ name, args }) => name === 'EventDispatch' && args.data?.type === 'pointermove',
    )
    const mean = (sum(frames) + sum(events)) / frames.length
    const slowest = frames.sort((one, other) => one - other)[Math.floor(frames.length * 0.99)]
    console.log(
      `${kind}: ${mean.toFixed(2)} ms of scripting per frame (target: at most ${WANTED_MILLIS}),`,
      `p99 ${slowest?.toFixed(2)} ms, in ${frames.length} frames`,
    )
    await page.close()
    await server.end()
  })
}

/** Drags the background to rotate the board back and forth. */
async function rotate(page: Page, steps: number): Promise<void> {
  const box = await page.getByRole('application').boundingBox()
  if (!box) throw new Error('the scene is not on screen')
  const { x, y } = box
  await page.mouse.move(x + 12, y + 12)
  await page.mouse.down()
  for (let step = 1; step <= steps; step += 1) {
    const angle = step / 15
    await page.mouse.move(x + 112 - 100 * Math.cos(angle), y + 12 + 30 * Math.sin(angle))
  }
  await page.mouse.up()
}

/** The CPU time of each matching event. */
function millisOf(events: TraceEvent[], isCounted: (event: TraceEvent) => boolean): number[] {
  return events.filter(isCounted).flatMap(({ tdur }) => (tdur ? [tdur / 1000] : []))
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
