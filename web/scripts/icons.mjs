// Renders public/icon.svg as PNG in the sizes of the manifest, with Chromium: node scripts/icons.mjs
// The PNG files are committed; run this when the icon changes.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium'
const folder = fileURLToPath(new URL('../public', import.meta.url))
const svg = readFileSync(join(folder, 'icon.svg'), 'utf8')

/** Systems crop a maskable icon, but keep at least its central 80 %. */
const maskable = { name: 'icon-maskable-512.png', size: 512, part: 0.62, ground: '#1c1b2a' }
const icons = [
  { name: 'icon-192.png', size: 192, part: 1, ground: 'transparent' },
  { name: 'icon-512.png', size: 512, part: 1, ground: 'transparent' },
  maskable,
]

const scratch = mkdtempSync(join(tmpdir(), 'raum-'))
for (const { name, size, part, ground } of icons) {
  const page = join(scratch, 'icon.html')
  const margin = (size * (1 - part)) / 2
  const drawn = svg.replace('<svg', `<svg width="${size * part}" height="${size * part}"`)
  const style = `margin: ${margin}px; background: ${ground}; overflow: hidden; line-height: 0`
  writeFileSync(page, `<!doctype html><body style="${style}">${drawn}</body>`)
  execFileSync(chromium, [
    '--headless',
    '--no-sandbox',
    '--hide-scrollbars',
    '--default-background-color=00000000',
    `--window-size=${size},${size}`,
    `--screenshot=${join(folder, name)}`,
    page,
  ])
}
rmSync(scratch, { recursive: true })
