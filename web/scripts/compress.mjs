// Compresses every file of a folder: node scripts/compress.mjs dist
// FILE.br is brotli, FILE.gz gzip. Skipped for files that compress poorly.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** The largest compressed share that is worth its bytes in the program. */
const RATIO_MAX = 0.9

const ENCODINGS = {
  '.br': (content) =>
    brotliCompressSync(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  '.gz': (content) => gzipSync(content, { level: constants.Z_BEST_COMPRESSION }),
}

const [folder] = process.argv.slice(2)
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))

for (const file of files) {
  const content = readFileSync(file)
  for (const [suffix, encode] of Object.entries(ENCODINGS)) {
    const encoded = encode(content)
    if (encoded.length < content.length * RATIO_MAX) writeFileSync(file + suffix, encoded)
  }
}
