// Another site: a page on a free port that frames boards.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Site = Awaited<ReturnType<typeof serveSite>>

/** Serves one page with this body, under another host name than the servers of the tests. */
export async function serveSite(body: string) {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(pageOf(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `http://localhost:${port}/`,
    async end() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A page as a person might write it. */
export function pageOf(body: string): string {
  const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
  return `<!doctype html><html lang="en"><head>${head}<title>A site</title></head><body>${body}</body></html>`
}
