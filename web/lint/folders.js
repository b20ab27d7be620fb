// The folders of src in layers. A folder imports only itself and folders earlier in this list, so no two folders can
// import each other, neither directly nor through others.
import { dirname, posix, relative, resolve, sep } from 'node:path'

export const FOLDERS = [
  'raum',
  '.', // the files of src itself
  'engine',
  'ui',
  'table',
  'board',
  'scene/camera',
  'scene/drawing',
  'scene/pieces',
  'scene/pointing',
  'scene',
  'learn',
  'panel',
  'embed', // a page of its own, see embed.html
  'share',
  'online',
  'lobby',
  'online/entrance',
  'local',
  'screens',
  'online/room',
  'App', // App.tsx and main.tsx
]

const SOURCE = resolve(import.meta.dirname, '../src')
const APP = /^(App|main)(\.|$)/

/** The layer of a file: its folder, or the nearest one above it that is in the list. */
function folderOf(file) {
  const path = relative(SOURCE, file).split(sep).join('/')
  if (APP.test(path)) return 'App'
  let folder = posix.dirname(path)
  while (!FOLDERS.includes(folder)) folder = posix.dirname(folder)
  return folder
}

/** Reports an import from a later folder, `import()`, `import type` and `vi.mock()` included. */
export const folders = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { later: '{{from}} may not import {{to}}: see lint/folders.js' },
  },
  create(context) {
    const check = (source) => {
      if (typeof source?.value !== 'string' || !source.value.startsWith('.')) return
      const from = folderOf(context.filename)
      // An import of a folder imports its index.ts.
      const target = resolve(dirname(context.filename), source.value)
      const folder = relative(SOURCE, target).split(sep).join('/')
      const to = FOLDERS.includes(folder) ? folder : folderOf(target)
      if (FOLDERS.indexOf(to) > FOLDERS.indexOf(from))
        context.report({ node: source, messageId: 'later', data: { from, to } })
    }
    return {
      ImportDeclaration: ({ source }) => check(source),
      ImportExpression: ({ source }) => check(source),
      ExportAllDeclaration: ({ source }) => check(source),
      ExportNamedDeclaration: ({ source }) => check(source),
      TSImportType: ({ source }) => check(source),
      "CallExpression[callee.object.name='vi'][callee.property.name='mock']": ({
        arguments: [path],
      }) => check(path),
    }
  },
}
