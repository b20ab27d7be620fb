// Builds the embed into the built page: vite build --config vite.embed.config.ts
// A build of its own, so that it shares no chunk with the page: neither makes the other's first load larger, and no code that
// reads tokens can get into the embed unnoticed.

import { sep } from 'node:path'

import type { Plugin } from 'vite'
import { defineConfig } from 'vite'

import { OLDEST_BROWSERS } from './vite.config.ts'

/** What the embed must not contain: the browser's storage, with the tokens of seats, and the routes of the page. */
const FORBIDDEN = ['src/storage.ts', 'src/settings.ts', 'src/table/seats.ts', 'src/route.ts']

/** Fails the build if the embed contains such a module, however indirectly. */
function withoutSecrets(): Plugin {
  return {
    name: 'raum:without-secrets',
    generateBundle() {
      for (const id of this.getModuleIds()) {
        const path = id.split(sep).join('/')
        if (FORBIDDEN.some((forbidden) => path.endsWith(`/${forbidden}`)))
          this.error(`the embed contains ${path}`)
      }
    },
  }
}

export default defineConfig({
  plugins: [withoutSecrets()],
  publicDir: false,
  build: {
    emptyOutDir: false,
    target: OLDEST_BROWSERS,
    modulePreload: { polyfill: false },
    // One script: the embed is small, and needs all of it at once.
    rolldownOptions: { input: 'embed.html', output: { codeSplitting: false } },
  },
})
