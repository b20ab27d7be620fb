// @vitest-environment node
import { act, create } from '@react-three/test-renderer'
import { InstancedMesh, Texture } from 'three'
import type { Object3D } from 'three'
import { beforeAll, describe, expect, it, vi } from 'vitest'

import { Board3D } from './Board3D'
import { GAP } from './layout'
import type { Palette } from './palette'
import { Camera } from './Camera'
import { MODELLED } from './pieces/models'
import { Stage } from './stage'
import { namedView, usualView } from './views'
import { isSame } from '../board/cell'
import type { Choice } from '../board/choice'
import { Record } from '../raum'
import type { Cell, Kind, Position } from '../raum'

// There is no canvas to write letters on.
vi.mock('./atlas', async (load) => ({
  ...(await load<typeof import('./atlas')>()),
  drawAtlas: () => new Texture(),
}))

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})

const PALETTE: Palette = {
  ink: '#111111',
  quietInk: '#222222',
  accent: '#333333',
  ground: '#444444',
  raised: '#555555',
  tileLight: '#eeeeee',
  tileDark: '#999999',
  tileInk: '#111111',
  ivory: '#f2ead8',
  slate: '#2f3a4a',
  selected: '#e69f00',
  quiet: '#56b4e9',
  capture: '#d55e00',
  last: '#009e73',
  check: '#e01b24',
  isDark: false,
  glideSeconds: 0.3,
}

function choiceOf(position: Position, selected: Cell | null): Choice {
  const nothing = () => undefined
  return {
    selected,
    targets: position.legal.filter(({ from }) => selected !== null && isSame(from, selected)),
    promotions: [],
    press: nothing,
    lift: () => false,
    promote: nothing,
    cancel: nothing,
  }
}

/** A scene, with how many of everything it shows by name. */
async function sceneOf(kind: Kind, first: Position, selected: Cell | null = null) {
  const stage = new Stage(kind, namedView(usualView(kind), false), GAP.usual)
  const scene = (position: Position) => (
    <>
      <Camera stage={stage} isStill onRest={() => undefined} />
      <Board3D
        {...{ stage, position }}
        palette={PALETTE}
        choice={choiceOf(position, selected)}
        focus={null}
        gap={GAP.usual}
        hovered={null}
        cursor={null}
      />
    </>
  )
  const renderer = await create(scene(first))
  const frames = async (count: number, seconds: number) => {
    await act(async () => {
      await renderer.advanceFrames(count, seconds)
    })
  }
  await frames(1, 0.01)
  return {
    frames,
    show: async (position: Position) => {
      await renderer.update(scene(position))
    },
    count: (name: string): number => {
      let count = -1
      renderer.scene.instance.traverse((each: Object3D) => {
        if (each.name === name && each instanceof InstancedMesh) count = each.count
      })
      return count
    },
    /** Where the pieces of a role stand: x, y, z of each. */
    stands: (role: string): number[][] => {
      const stands: number[][] = []
      renderer.scene.instance.traverse((each: Object3D) => {
        if (each.name !== role || !(each instanceof InstancedMesh)) return
        for (let index = 0; index < each.count; index++)
          stands.push([...each.instanceMatrix.array.slice(index * 16 + 12, index * 16 + 15)])
      })
      return stands
    },
  }
}

describe.each(['chess', 'space'] as const)('%s', (kind) => {
  it('shows every tile and every piece of the start', async () => {
    const position = Record.start(kind).position()
    const scene = await sceneOf(kind, position)
    expect(scene.count('tiles')).toBe(kind === 'chess' ? 64 : 125)
    for (const role of MODELLED) {
      const pieces = position.pieces.filter((piece) => piece.role === role)
      expect([role, scene.count(role)]).toEqual([role, pieces.length])
    }
    for (const sign of ['last', 'check', 'selected', 'quiet', 'capture'])
      expect([sign, scene.count(sign)]).toEqual([sign, 0])
  })
})

it('marks what is chosen and where it can go', async () => {
  const position = Record.start('chess').position()
  const scene = await sceneOf('chess', position, { x: 6, y: 0, z: 0 })
  expect(scene.count('selected')).toBe(1)
  expect(scene.count('quiet')).toBe(2)
})

it('marks check, the last move and captures by shapes of their own', async () => {
  const record = Record.start('chess')
  for (const move of ['e2e4', 'f7f5', 'e4f5', 'g7g6', 'd1h5']) record.play(move)
  const scene = await sceneOf('chess', record.position(), { x: 6, y: 5, z: 0 })
  expect(scene.count('check')).toBe(0)
  expect(scene.count('last')).toBe(2)
  expect(scene.count('capture')).toBe(1)
  const mate = Record.start('chess')
  for (const move of ['f2f3', 'e7e5', 'g2g4', 'd8h4']) mate.play(move)
  expect((await sceneOf('chess', mate.position())).count('check')).toBe(1)
})

it('lets a piece glide from where it was, a knight in an arc', async () => {
  const record = Record.start('chess')
  const scene = await sceneOf('chess', record.position())
  record.play('g1f3')
  await scene.show(record.position())
  const heights: number[] = []
  for (let frame = 0; frame < 12; frame++) {
    await scene.frames(1, 1 / 30)
    heights.push(Math.max(...scene.stands('knight').map(([, y = 0]) => y)))
  }
  expect(Math.max(...heights)).toBeGreaterThan(0.4)
  expect(heights.at(-1)).toBe(0)
  // f3 is one and a half cells right of the middle, and one and a half from it towards White.
  expect(scene.stands('knight')).toContainEqual([1.5, 0, 1.5])
})

it('lets a captured piece fade, and then be gone', async () => {
  const record = Record.start('chess')
  for (const move of ['e2e4', 'd7d5']) record.play(move)
  const scene = await sceneOf('chess', record.position())
  record.play('e4d5')
  await scene.show(record.position())
  await scene.frames(2, 1 / 30)
  expect(scene.count('pawn')).toBe(15)
  expect(scene.count('faint pawn')).toBe(1)
  await scene.frames(12, 1 / 30)
  expect(scene.count('faint pawn')).toBe(0)
})

it('draws the lines of the chosen piece in space', async () => {
  const position = Record.start('space').position()
  const queen = { x: 2, y: 0, z: 1 }
  expect((await sceneOf('space', position, queen)).count('hints')).toBeGreaterThan(10)
  expect((await sceneOf('space', position)).count('hints')).toBe(0)
})
