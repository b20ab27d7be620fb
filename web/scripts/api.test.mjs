// @vitest-environment node
import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { TYPES, apiTypes } from './api.mjs'

test('src/api.ts is current: npm run api', async () => {
  expect(readFileSync(TYPES, 'utf8')).toBe(await apiTypes())
})
