import { resolve } from 'node:path'

import { RuleTester } from 'eslint'
import tseslint from 'typescript-eslint'
import { afterAll, describe, it } from 'vitest'

import { folders } from './folders.js'

RuleTester.describe = describe
RuleTester.it = it
RuleTester.afterAll = afterAll

const inFile = (path, code) => ({ filename: resolve(import.meta.dirname, '../src', path), code })
const later = (from, to) => [{ messageId: 'later', data: { from, to } }]
const refused = (path, code, from, to) => ({ ...inFile(path, code), errors: later(from, to) })

new RuleTester({ languageOptions: { parser: tseslint.parser } }).run('folders', folders, {
  valid: [
    inFile('table/table.ts', "import { useState } from 'react'"),
    inFile('table/table.ts', "import { factsOf } from '../raum'"),
    inFile('table/table.ts', "import * as words from '../words'"),
    inFile('ui/Dialog.tsx', "import './Dialog.css'"),
    inFile('scene/Scene.tsx', "import { Camera } from './camera/Camera'"),
    inFile('online/room/Room.tsx', "import { Door } from '../entrance/Door'"),
    inFile('screens/Home.tsx', "const games = import('../online/entrance/MyGames')"),
    inFile('App.tsx', "const room = import('./online/room/Room')"),
  ],
  invalid: [
    refused(
      'table/connection.ts',
      "import { Chat } from '../online/room/Chat'",
      'table',
      'online/room',
    ),
    refused('ui/Bar.tsx', "const form = import('../local/NewGame')", 'ui', 'local'),
    refused(
      'panel/Moves.tsx',
      "import type { Wish } from '../online/entrance/create-room'",
      'panel',
      'online/entrance',
    ),
    refused(
      'board/cell.ts',
      "export { pick } from '../scene/pointing/pick'",
      'board',
      'scene/pointing',
    ),
    refused('board/cell.ts', "export * from '../scene/Scene'", 'board', 'scene'),
    refused('words.ts', "type Mark = import('./board/marks').Mark", '.', 'board'),
    refused('raum/index.ts', "import { HotSeat } from '../table'", 'raum', 'table'),
    refused('route.ts', "import { App } from './App'", '.', 'App'),
    refused('sound.test.ts', "vi.mock('./panel/useSounds', () => ({}))", '.', 'panel'),
  ],
})
