// A static file host on a free port, for pages that raum does not serve itself.

import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const TYPES: { [extension: string]: string } = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
}

export type FolderHost = Awaited<ReturnType<typeof serveFolder>>

/** Serves the current content of a folder under a base path, which starts and ends with a slash. */
export async function serveFolder(folder: string, base: string) {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*/, '').replace(base, '') || 'index.html'
    readFile(join(folder, path)).then(
      (content) => {
        response.setHeader('content-type', TYPES[extname(path)] ?? 'text/plain')
        response.end(content)
      },
      () => response.writeHead(404).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    /** The URL of the base path. */
    address: `http://127.0.0.1:${port}${base}`,
    async end() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
