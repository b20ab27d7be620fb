import { fileURLToPath } from 'node:url'

import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

import { prerender } from './prerender.ts'
import { rulesText } from './rules-text.ts'

/** Where `raum serve` listens. It receives the page's Host header, so that the origin check passes. */
const server = { target: 'http://127.0.0.1:8000', changeOrigin: false, ws: true }

function moduleOf(path: string): string {
  return fileURLToPath(new URL(`node_modules/@react-three/${path}`, import.meta.url))
}

/** The oldest supported browsers, also named in README.md and the Makefile. Safari is untested. */
export const OLDEST_BROWSERS = ['chrome147', 'firefox140', 'safari18']

/** The module with which Vite wraps every `import()` of a build. */
const PRELOAD_HELPER = '\0vite/preload-helper.js'

/** Makes the build load parts with src/load.ts, because Vite's own preload helper cannot retry a failed part. */
function loading(): Plugin {
  let isReplaced = false
  return {
    name: 'raum:loading',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (id !== PRELOAD_HELPER) return null
      isReplaced = true
      return "export { load as __vitePreload } from '/src/load.ts'"
    },
    generateBundle() {
      if (!isReplaced) this.error('Vite uses another preload helper now: see PRELOAD_HELPER')
    },
  }
}

/** Serves the embed while developing. vite.embed.config.ts builds it. */
function embed(): Plugin {
  return {
    name: 'raum:embed',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, _, next) => {
        if (request.url?.startsWith('/embed/')) request.url = '/embed.html'
        next()
      })
    },
  }
}

/** Every module outside the engine. Its chunk is an entry of the build, so its modules have the tag `$initial`, too. */
const NOT_ENGINE = /^(?!.*\/src\/engine\/)/

/**
 * Builds the engine as a chunk of its own, with its worker and WebAssembly. index.html does not load it: a part that needs it
 * imports it.
 */
function engine(): Plugin {
  return {
    name: 'raum:engine',
    apply: 'build',
    buildStart() {
      this.emitFile({
        type: 'chunk',
        id: fileURLToPath(new URL('src/engine/engine.ts', import.meta.url)),
        name: 'engine',
        preserveSignature: 'strict',
      })
    },
  }
}

export default defineConfig({
  plugins: [rulesText(), loading(), engine(), embed(), prerender()],
  // The base path on the host.
  base: process.env['RAUM_BASE'] ?? '/',
  // The 3D code is one chunk, which only 3D boards load. scripts/weigh.mjs measures the first load.
  build: {
    chunkSizeWarningLimit: 1000,
    target: OLDEST_BROWSERS,
    modulePreload: {
      polyfill: false,
      // Vite passes a part's own file only if the part has dependencies.
      resolveDependencies: (file, needed, { hostType }) =>
        hostType === 'js' && needed.length === 0 ? [file] : needed,
    },
    // One file for everything that index.html loads: three small files more would cost a kilobyte gzipped.
    rolldownOptions: {
      // Otherwise helpers of the build, which many parts share, end up in the chunk of the 3D boards.
      experimental: { chunkOptimization: false },
      output: {
        codeSplitting: { groups: [{ name: 'index', tags: ['$initial'], test: NOT_ENGINE }] },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    proxy: { '/api': server, '/healthz': server, '/socket.io': server, '/ws': server },
  },
  test: {
    environment: 'jsdom',
    // By default, one processor stays idle.
    maxWorkers: '100%',
    // Machines may be busy. Longer than `asyncUtilTimeout`, so that a failing test reports what it waited for.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    setupFiles: ['./vitest.setup.ts'],
    // Vitest would load their CommonJS files, which bring a second copy of three.
    alias: {
      '@react-three/fiber': moduleOf('fiber/dist/react-three-fiber.esm.js'),
      '@react-three/test-renderer': moduleOf('test-renderer/dist/react-three-test-renderer.esm.js'),
    },
    // Styles are empty in tests, except this one: the scene reads its colours.
    css: { include: [/styles\.css/] },
    // Fiber's use of a deprecated clock logs a warning for every scene.
    onConsoleLog: (log) => !log.includes('THREE.Clock'),
    // gifenc's CommonJS file has no named exports.
    server: { deps: { inline: [/@react-three\//, /gifenc/] } },
  },
})
