// A folder as a static host serves it, on a free port: for what the program cannot be made to do.

import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'

/** @type {{ [ending: string]: string }} */
const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
}

/**
 * Serves what is in the folder whenever it is asked for, under a path that begins and ends with a slash.
 *
 * @param {string} folder
 * @param {string} base
 */
export async function serveFolder(folder, base) {
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
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('there is no port')
  return {
    address: `http://127.0.0.1:${address.port}${base}`,
    async end() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
