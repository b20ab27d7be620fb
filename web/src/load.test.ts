import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { load as Load } from './load'

const fetchFile = vi.fn<(url: string) => Promise<Response>>()
const part = vi.fn(() => Promise.resolve('part'))
let load: typeof Load

beforeEach(async () => {
  document.head.innerHTML = ''
  vi.stubGlobal('fetch', fetchFile)
  fetchFile.mockImplementation(() => Promise.resolve(new Response('script')))
  // The module remembers fetched files for the lifetime of the page.
  vi.resetModules()
  load = (await import('./load')).load
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetAllMocks()
  part.mockImplementation(() => Promise.resolve('part'))
})

const requested = () => fetchFile.mock.calls.map(([url]) => url)
const styles = () => [...document.head.querySelectorAll('link')]

test('a part is imported after all its files are fetched', async () => {
  let arrive: (response: Response) => void = () => undefined
  fetchFile.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        arrive = resolve
      }),
  )
  const loading = load(part, ['assets/part.js', 'assets/shared.js'])
  expect(requested()).toEqual(['/assets/part.js', '/assets/shared.js'])
  await Promise.resolve()
  expect(part).not.toHaveBeenCalled()
  arrive(new Response('script'))
  expect(await loading).toBe('part')
})

test('only a failed file is requested again', async () => {
  fetchFile.mockImplementationOnce(() => Promise.reject(new TypeError('no network')))
  const files = ['assets/shared.js', 'assets/part.js']
  await expect(load(part, files)).rejects.toThrow('no network')
  expect(part).not.toHaveBeenCalled()
  fetchFile.mockClear()
  expect(await load(part, files)).toBe('part')
  expect(requested()).toEqual(['/assets/shared.js'])
})

test('parts that share a file fetch it once', async () => {
  await Promise.all([load(part, ['assets/shared.js']), load(part, ['assets/shared.js'])])
  await load(part, ['assets/shared.js'])
  expect(requested()).toEqual(['/assets/shared.js'])
})

test('files that index.html loads are not fetched again', async () => {
  document.head.innerHTML =
    '<link rel="modulepreload" href="/assets/react.js"><link rel="stylesheet" href="/assets/index.css">'
  const script = Object.assign(document.createElement('script'), { type: 'text/plain' })
  script.setAttribute('src', '/assets/index.js')
  document.head.append(script)
  await load(part, ['assets/index.js', 'assets/react.js', 'assets/index.css'])
  expect(requested()).toEqual([])
  expect(styles()).toHaveLength(2)
})

test('a part waits for its styles, and failed styles are requested again', async () => {
  const first = load(part, ['assets/part.css'])
  styles()[0]?.dispatchEvent(new Event('error'))
  await expect(first).rejects.toThrow('/assets/part.css')
  expect(styles()).toEqual([])
  const second = load(part, ['assets/part.css'])
  expect(part).not.toHaveBeenCalled()
  styles()[0]?.dispatchEvent(new Event('load'))
  expect(await second).toBe('part')
  expect(styles().map(({ rel }) => rel)).toEqual(['stylesheet'])
})

test.each([
  [404, 'Outdated'],
  [503, 'Error'],
])('status %d throws %s', async (status, name) => {
  fetchFile.mockImplementationOnce(() => Promise.resolve(new Response('', { status })))
  const error: unknown = await load(part, ['assets/part.js']).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Error)
  expect((error as Error).constructor.name).toBe(name)
  expect(await load(part, ['assets/part.js'])).toBe('part')
})

test('an import that fails with all files fetched requires a reload', async () => {
  const cause = new TypeError('remembered by the browser')
  part.mockImplementation(() => Promise.reject(cause))
  const error: unknown = await load(part, ['assets/part.js']).catch((thrown: unknown) => thrown)
  expect((error as Error).constructor.name).toBe('Outdated')
  expect((error as Error).cause).toBe(cause)
})
