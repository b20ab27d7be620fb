import { defineConfig, devices } from '@playwright/test'

// Chromium as the system has it: its own would be another download.
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

export default defineConfig({
  testDir: 'page',
  // What failed leaves its traces here; `npx playwright show-trace` opens them.
  outputDir: '../browser-test',
  reporter: process.env['CI'] ? [['list'], ['github']] : 'list',
  // A test that passes the second time has found something.
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // Machines are slow, and one game after the other is fast enough.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    actionTimeout: 15_000,
    // With its own pictures a trace would take as long as the test.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    // Nothing is measured here, and nothing has to look smooth.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--enable-unsafe-swiftshader',
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: 'phone.spec.ts',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      testMatch: 'phone.spec.ts',
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
  ],
})
