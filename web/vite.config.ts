import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** Where `raum serve` listens. It hears the host that the page has, so that the page's origin is its own. */
const server = { target: 'http://127.0.0.1:8000', changeOrigin: false, ws: true }

export default defineConfig({
  plugins: [react()],
  server: {
    proxy: { '/api': server, '/healthz': server, '/socket.io': server, '/ws': server },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['./vitest.setup.ts'],
  },
})
