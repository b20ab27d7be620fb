// How long the page's own thread works for a frame while somebody turns a full board in space.
//
// It is the thread's CPU time in frames and in the events of the pointer, as Chromium traces it. What paints is
// elsewhere and is not measured: without a graphics card it would be all there is to see.

import { chromium } from '@playwright/test'

import { serve } from './server.js'

const STEPS = 50
const WANTED_MILLIS = 4

const server = await serve()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
})
for (const kind of ['chess', 'space']) {
  // Painted by software, a small board is soon painted, and as much is scripted for it as for a large one.
  const page = await browser.newPage({ viewport: { width: 480, height: 480 } })
  await page.addInitScript('raumProbe = true')
  await page.goto(`http://${server.address}/${kind}`)
  await page.getByText('3D', { exact: true }).click()
  // What is done once is done before.
  await turn(page, 10)
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await turn(page, STEPS)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString())
  const frames = millisOf(traceEvents, ({ name }) => name === 'FireAnimationFrame')
  const events = millisOf(traceEvents, ({ name, args }) => {
    return name === 'EventDispatch' && args.data.type === 'pointermove'
  })
  const mean = (sum(frames) + sum(events)) / frames.length
  const slowest = frames.sort((one, other) => one - other)[Math.floor(frames.length * 0.99)]
  console.log(
    `${kind}: ${mean.toFixed(2)} ms of scripting a frame (wanted: ${WANTED_MILLIS} at most),`,
    `p99 ${slowest?.toFixed(2)} ms, in ${frames.length} frames`,
  )
  await page.close()
}
await browser.close()
await server.end()

/** Turns the board to and fro by its background. */
async function turn(page, steps) {
  const { x, y } = await page.getByRole('application').boundingBox()
  await page.mouse.move(x + 12, y + 12)
  await page.mouse.down()
  for (let step = 1; step <= steps; step += 1) {
    const angle = step / 15
    await page.mouse.move(x + 112 - 100 * Math.cos(angle), y + 12 + 30 * Math.sin(angle))
  }
  await page.mouse.up()
}

/** The thread's own time in some of the events. */
function millisOf(traceEvents, isWanted) {
  return traceEvents.filter((event) => event.tdur && isWanted(event)).map(({ tdur }) => tdur / 1000)
}

function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0)
}
