// Writes the types of the HTTP API from its OpenAPI document: npm run api
import { readFileSync, writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'

import openapiTypescript, { astToString } from 'openapi-typescript'

const DOCUMENT = new URL('../../docs/api/openapi.json', import.meta.url)
export const TYPES = new URL('../src/api.ts', import.meta.url)

/** Sentences stay in the document: only a changed shape makes the types stale. */
const PROSE = ['description', 'summary', 'examples']

export async function apiTypes() {
  const shapes = JSON.parse(readFileSync(DOCUMENT, 'utf8'), (key, value) =>
    PROSE.includes(key) ? undefined : value,
  )
  const types = await openapiTypescript(shapes, { defaultNonNullable: false })
  return `// Generated from docs/api/openapi.json: npm run api\n\n${astToString(types)}`
}

if (argv[1] === fileURLToPath(import.meta.url)) writeFileSync(TYPES, await apiTypes())
