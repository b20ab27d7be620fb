import { fileURLToPath } from 'node:url'

import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** Where `raum serve` listens. It hears the host that the page has, so that the page's origin is its own. */
const server = { target: 'http://127.0.0.1:8000', changeOrigin: false, ws: true }

function moduleOf(path: string): string {
  return fileURLToPath(new URL(`node_modules/@react-three/${path}`, import.meta.url))
}

/** The oldest browsers that the page supports, which README.md and the Makefile name, too. Safari is untested. */
const OLDEST_BROWSERS = ['chrome147', 'firefox140', 'safari18']

/** What Vite wraps around every `import()` of a build. */
const PRELOADING = '\0vite/preload-helper.js'

/** Has the build load late parts by src/load.ts, because a part that Vite's own preloading failed to load cannot be retried. */
function loading(): Plugin {
  let isReplaced = false
  return {
    name: 'raum:loading',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (id !== PRELOADING) return null
      isReplaced = true
      return "export { load as __vitePreload } from '/src/load.ts'"
    },
    generateBundle() {
      if (!isReplaced) this.error('Vite preloads by another module now: see PRELOADING')
    },
  }
}

export default defineConfig({
  plugins: [loading(), react()],
  // The folder of a host that the page is built for.
  base: process.env['RAUM_BASE'] ?? '/',
  // What draws in space is one chunk, which only a board in space loads. scripts/weigh.mjs weighs the rest.
  build: {
    chunkSizeWarningLimit: 1000,
    target: OLDEST_BROWSERS,
    modulePreload: {
      polyfill: false,
      // Vite names the file of a part only if the part needs others, too.
      resolveDependencies: (file, needed, { hostType }) =>
        hostType === 'js' && needed.length === 0 ? [file] : needed,
    },
    // One file for everything that index.html loads: three small ones beside it cost a kilobyte of gzip.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] } },
    },
  },
  server: {
    proxy: { '/api': server, '/healthz': server, '/socket.io': server, '/ws': server },
  },
  test: {
    environment: 'jsdom',
    // Machines do much else. Longer than `asyncUtilTimeout`, so that a test says what it waited for.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    setupFiles: ['./vitest.setup.ts'],
    // Vitest would take the CommonJS files of these, which bring a second three with them.
    alias: {
      '@react-three/fiber': moduleOf('fiber/dist/react-three-fiber.esm.js'),
      '@react-three/test-renderer': moduleOf('test-renderer/dist/react-three-test-renderer.esm.js'),
    },
    // Styles are empty in tests, but the colours of a scene are read from this one.
    css: { include: [/styles\.css/] },
    // Fiber's own clock warns at every scene that it will be another one some day.
    onConsoleLog: (log) => !log.includes('THREE.Clock'),
    server: { deps: { inline: [/@react-three\//] } },
  },
})
