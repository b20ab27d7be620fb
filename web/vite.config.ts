import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** Where `raum serve` listens. */
const SERVER = 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [react()],
  server: {
    proxy: {
      '/api': SERVER,
      '/healthz': SERVER,
      '/socket.io': { target: SERVER, ws: true },
      '/ws': { target: SERVER, ws: true },
    },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['./vitest.setup.ts'],
  },
})
