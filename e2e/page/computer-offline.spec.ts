// The engine of the built page: loaded when it is first needed, in a worker, and cached only then.

import { Alone } from './alone.js'
import { expect, test } from './raum.js'

/** The paths of the engine's files in the caches of the service worker. */
const cachedEngine = async () => {
  const names = await caches.keys()
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
  return requests
    .flat()
    .map(({ url }) => new URL(url).pathname)
    .filter((path) => /^\/assets\/(raum_)?engine/.test(path))
}

const isControlled = async () => {
  await navigator.serviceWorker.ready
  return navigator.serviceWorker.controller !== null
}

test('after the first game the computer plays without a network', async ({ page, context }) => {
  const table = await Alone.on(page)
  await page.goto('/')
  await expect.poll(() => page.evaluate(isControlled)).toBe(true)
  await page.reload()
  expect(await page.evaluate(cachedEngine)).toEqual([])
  await table.start('chess', { level: 3 })
  await table.play('e2e4')
  await expect(table.moves()).toHaveCount(2)
  // The chunk, its worker and the WebAssembly module.
  await expect.poll(() => page.evaluate(cachedEngine)).toHaveLength(3)

  await context.setOffline(true)
  await page.reload()
  await table.playAny(1)
  await expect(table.moves()).toHaveCount(4)
  await table.start('space', { level: 2 })
  await table.play('Aa2Aa3')
  await expect(table.moves()).toHaveCount(2)
})

test('without a network before the first game, the person can take over or try again', async ({
  page,
  context,
}) => {
  const table = await Alone.on(page)
  await page.goto('/')
  await expect.poll(() => page.evaluate(isControlled)).toBe(true)
  await context.setOffline(true)
  await table.start('chess', { level: 3 })
  await table.play('e2e4')
  const failure = page.getByRole('alert').filter({ hasText: 'The computer can’t play' })
  await expect(failure).toBeVisible()
  await failure.getByRole('button', { name: 'Take over' }).click()
  await table.play('e7e5')
  await expect(table.moves()).toHaveCount(2)
  await table.act('Hint')
  await expect(table.advice()).toHaveText(/^Hints aren’t available/)
  await table.act('Computer')
  await page.getByRole('button', { name: 'Let the computer play for White' }).click()
  await expect(failure).toBeVisible()
  await context.setOffline(false)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(table.moves()).toHaveCount(3)
})

test('the engine runs in a worker alone, and the page stays responsive', async ({ page }) => {
  await page.addInitScript(() => {
    const instances: string[] = []
    const { Instance } = WebAssembly
    WebAssembly.Instance = new Proxy(Instance, {
      construct(target, [module, imports]: [WebAssembly.Module, WebAssembly.Imports]) {
        instances.push(...WebAssembly.Module.exports(module).map(({ name }) => name))
        return new target(module, imports)
      },
    })
    const tasks: number[] = []
    new PerformanceObserver((list) => {
      tasks.push(...list.getEntries().map(({ duration }) => duration))
    }).observe({ type: 'longtask', buffered: true })
    Object.assign(window, { instances, tasks })
  })
  const table = await Alone.on(page)
  await table.start('chess', { level: 8 })
  const before = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks.length)
  for (const move of ['e2e4', 'd2d4', 'a2a3', 'h2h3']) {
    const [from, to] = [move.slice(0, 2), move.slice(2)]
    if (!(await table.cell(from).getAttribute('aria-label'))?.includes('white')) continue
    await table.press(from)
    if (!(await table.targets()).includes(to)) continue
    await table.press(to)
    // Input while the computer thinks.
    for (const name of ['b1', 'g1', 'c1']) await table.cell(name).hover()
    await table.turn()
  }
  const { instances, tasks } = await page.evaluate(() => {
    const { instances, tasks } = window as unknown as { instances: string[]; tasks: number[] }
    return { instances, tasks }
  })
  const long = tasks.slice(before).map(Math.round)
  console.log(
    `long tasks of the page while level 8 thinks: ${long.length}, the longest ${Math.max(0, ...long)} ms`,
  )
  expect(instances).toContain('localtable_ask_machine')
  expect(instances.filter((name) => /^(engine|opponent|player)_/.test(name))).toEqual([])
  expect(page.workers().some((worker) => worker.url().includes('engine-worker'))).toBe(true)
})
