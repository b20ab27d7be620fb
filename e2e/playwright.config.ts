import { defineConfig, devices } from '@playwright/test'

// The system's Chromium, to save a download.
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

export default defineConfig({
  // Traces of failed tests; open them with `npx playwright show-trace`.
  outputDir: '../browser-test',
  reporter: process.env['CI'] ? [['list'], ['github']] : 'list',
  // A test that passes on the second try has found a bug.
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // One at a time: measurements must not disturb each other. The tests of the page run in twos (package.json).
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    actionTimeout: 15_000,
    // Screenshots would double a test's time, and snapshots of the page add a tenth; `--trace on` records both.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
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
      testDir: 'page',
      testIgnore: 'phone.spec.ts',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      testDir: 'page',
      testMatch: 'phone.spec.ts',
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
    { name: 'clients', testDir: 'clients', timeout: 120_000 },
    { name: 'firefox', testDir: 'firefox', timeout: 120_000 },
    { name: 'speed', testDir: 'speed', use: { trace: 'off', contextOptions: {} } },
  ],
})
