// @vitest-environment node
/** @jsxImportSource react */
import { act, create } from '@react-three/test-renderer'
import { Color, DoubleSide, InstancedMesh, Material, Mesh, Texture, Vector3 } from 'three'
import type { Object3D } from 'three'
import { beforeAll, describe, expect, it, vi } from 'vitest'

import { Board3D } from './Board3D'
import { GAP } from './camera/layout'
import { FINISHES } from './drawing/finishes'
import type { Palette } from './drawing/palette'
import { Camera } from './camera/Camera'
import { MODELLED } from './pieces/models'
import type { Focus } from './drawing/opacity'
import { Stage } from './camera/stage'
import { namedViewpoint, defaultViewpoint } from './camera/viewpoints'
import { isSame } from '../board/cell'
import type { Choice } from '../board/choice'
import { GameRecord } from '../raum'
import type { Cell, Kind, Position } from '../raum'

// Node has no canvas to draw letters on.
vi.mock('./drawing/atlas', async (load) => ({
  ...(await load<typeof import('./drawing/atlas')>()),
  drawAtlas: () => new Texture(),
}))

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})

const PALETTE: Palette = {
  ink: '#111111',
  accent: '#333333',
  ...FINISHES.wood.light,
  selected: '#e69f00',
  quiet: '#56b4e9',
  capture: '#d55e00',
  last: '#009e73',
  check: '#e01b24',
  hint: '#f0e442',
  lightAbove: '#ffffff',
  lightBelow: '#8f88b8',
  lightBehind: '#cdd6ff',
  isDark: false,
  surface: FINISHES.wood.surface,
  detail: 'full',
  glideSeconds: 0.3,
}

function choiceOf(position: Position, selected: Cell | null): Choice {
  const nothing = () => undefined
  return {
    selected,
    targets: position.legal.filter(({ from }) => selected !== null && isSame(from, selected)),
    promotions: [],
    advice: null,
    movesTo: () => [],
    press: nothing,
    lift: () => false,
    promote: nothing,
    cancel: nothing,
  }
}

const isMesh = (thing: Object3D): thing is Mesh => thing instanceof Mesh
const isInstanced = (thing: Object3D): thing is InstancedMesh => thing instanceof InstancedMesh

interface Options {
  selected?: Cell
  hovered?: Cell
  cursor?: Cell
  focus?: Focus
  palette?: Palette
}

/** Renders a scene; its objects are read by their names. */
async function sceneOf(kind: Kind, first: Position, options: Options = {}) {
  const stage = new Stage(kind, namedViewpoint(defaultViewpoint(kind), false), GAP.usual)
  const scene = (position: Position) => (
    <>
      <Camera stage={stage} isStill onRest={() => undefined} />
      <Board3D
        stage={stage}
        position={position}
        start={GameRecord.start(kind).position()}
        palette={options.palette ?? PALETTE}
        choice={choiceOf(position, options.selected ?? null)}
        focus={options.focus ?? null}
        gap={GAP.usual}
        hovered={options.hovered ?? null}
        cursor={options.cursor ?? null}
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
    stage,
    frames,
    show: async (position: Position) => {
      await renderer.update(scene(position))
    },
    meshes: (): Mesh[] => {
      const meshes: Mesh[] = []
      renderer.scene.instance.traverse((each: Object3D) => {
        if (isMesh(each)) meshes.push(each)
      })
      return meshes
    },
    count: (name: string): number => instancedMesh(name).count,
    /** The positions of the named instances. */
    places: (name: string): number[][] =>
      instancesOf(name, (instances, index) => [
        ...instances.instanceMatrix.array.slice(index * 16 + 12, index * 16 + 15),
      ]),
    /** The opacities of the named instances. */
    opacities: (name: string): number[] =>
      instancesOf(name, (instances, index) =>
        instances.geometry.getAttribute('instanceOpacity').getX(index),
      ),
    colours: (name: string): string[] =>
      instancesOf(name, (instances, index) => {
        const colour = new Color()
        instances.getColorAt(index, colour)
        return `#${colour.getHexString()}`
      }),
  }

  function instancedMesh(name: string): InstancedMesh {
    const instances = renderer.scene.instance.getObjectByName(name)
    if (!instances || !isInstanced(instances)) throw new Error(`there is no ${name}`)
    return instances
  }

  function instancesOf<T>(name: string, read: (instances: InstancedMesh, index: number) => T): T[] {
    const instances = instancedMesh(name)
    return Array.from({ length: instances.count }, (_, index) => read(instances, index))
  }
}

describe.each(['chess', 'space'] as const)('%s', (kind) => {
  it('shows every tile and every piece of the starting position', async () => {
    const position = GameRecord.start(kind).position()
    const scene = await sceneOf(kind, position)
    expect(scene.count('tiles')).toBe(kind === 'chess' ? 64 : 125)
    for (const role of MODELLED) {
      const pieces = position.pieces.filter((piece) => piece.role === role)
      expect([role, scene.count(role)]).toEqual([role, pieces.length])
    }
    const { white, black } = PALETTE
    const colours = MODELLED.flatMap((role) => scene.colours(role))
    for (const [side, colour] of [
      ['white', white],
      ['black', black],
    ] as const) {
      const pieces = position.pieces.filter((piece) => piece.side === side)
      expect(colours.filter((each) => each === colour)).toHaveLength(pieces.length)
    }
    for (const sign of ['last', 'check', 'selected', 'quiet', 'capture'])
      expect([sign, scene.count(sign)]).toEqual([sign, 0])
  })

  it('takes at most 30 draw calls, whatever the position', async () => {
    const scene = await sceneOf(kind, GameRecord.start(kind).position())
    // Chess has no unicorns. All other roles may be on the board at once, solid and faint. Advice is a hint or a threat.
    const isDrawn = ({ name }: Mesh) =>
      name !== 'threat' && (kind === 'space' || !name.includes('unicorn'))
    const drawn = scene.meshes().filter(isDrawn)
    expect(drawn.length).toBeGreaterThan(20)
    const calls = drawn.map((mesh) => passesOf(mesh) + Number(mesh.castShadow && kind === 'chess'))
    expect(calls.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(30)
  })
})

/** The draw calls of a mesh: a translucent, two-sided material takes two unless forced to one. */
function passesOf({ material }: Mesh): number {
  const { transparent, side, forceSinglePass } = Array.isArray(material) ? new Material() : material
  return transparent && side === DoubleSide && !forceSinglePass ? 2 : 1
}

it('marks the selected piece and its targets', async () => {
  const position = GameRecord.start('chess').position()
  const scene = await sceneOf('chess', position, { selected: { x: 6, y: 0, z: 0 } })
  expect(scene.count('selected')).toBe(1)
  expect(scene.count('quiet')).toBe(2)
})

it('marks check, the last move and captures with distinct shapes', async () => {
  const record = GameRecord.start('chess')
  for (const move of ['e2e4', 'f7f5', 'e4f5', 'g7g6', 'd1h5']) record.play(move)
  const scene = await sceneOf('chess', record.position(), { selected: { x: 6, y: 5, z: 0 } })
  expect(scene.count('check')).toBe(0)
  expect(scene.count('last')).toBe(2)
  expect(scene.count('capture')).toBe(1)
  const mate = GameRecord.start('chess')
  for (const move of ['f2f3', 'e7e5', 'g2g4', 'd8h4']) mate.play(move)
  expect((await sceneOf('chess', mate.position())).count('check')).toBe(1)
})

it('glides a moved piece from its old cell, a knight in an arc', async () => {
  const record = GameRecord.start('chess')
  const scene = await sceneOf('chess', record.position())
  record.play('g1f3')
  await scene.show(record.position())
  const heights: number[] = []
  for (let frame = 0; frame < 12; frame++) {
    await scene.frames(1, 1 / 30)
    heights.push(Math.max(...scene.places('knight').map(([, y = 0]) => y)))
  }
  expect(Math.max(...heights)).toBeGreaterThan(0.4)
  expect(heights.at(-1)).toBe(0)
  // f3 is one and a half cells right of the middle, and one and a half from it towards White.
  expect(scene.places('knight')).toContainEqual([1.5, 0, 1.5])
})

it('lifts a captured piece off to the tray, if there is room beside the board', async () => {
  const record = GameRecord.start('chess')
  for (const move of ['e2e4', 'd7d5']) record.play(move)
  const scene = await sceneOf('chess', record.position())
  scene.stage.camera.aspect = 1.6
  record.play('e4d5')
  await scene.show(record.position())
  await scene.frames(5, 1 / 30)
  const beside = () => scene.places('pawn').filter(([x = 0]) => Math.abs(x) > 4.5)
  expect(scene.count('pawn')).toBe(16)
  expect(Math.max(...scene.places('pawn').map(([, y = 0]) => y))).toBeGreaterThan(0.5)
  await scene.frames(12, 1 / 30)
  // On the table, at White's right hand.
  expect(beside()).toHaveLength(1)
  const [[x = 0, y = 0, z = 0] = []] = beside()
  expect([x > 4.5, y < 0, z > 0]).toEqual([true, true, true])
  record.play('d8d5')
  await scene.show(record.position())
  await scene.frames(14, 1 / 30)
  expect(beside()).toHaveLength(2)
})

it('fades a captured piece out without room for a tray', async () => {
  const record = GameRecord.start('chess')
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

it('draws the line of the selected piece to the hovered target, and no other', async () => {
  const position = GameRecord.start('space').position()
  const [selected, target] = [
    { x: 2, y: 0, z: 1 },
    { x: 2, y: 0, z: 2 },
  ]
  const hints = async (options: Options) =>
    (await sceneOf('space', position, options)).count('hints')
  const column = await hints({ hovered: target })
  expect(await hints({ selected })).toBe(0)
  // One solid line: the queen moves like a rook.
  expect(await hints({ selected, hovered: target })).toBe(column + 1)
  expect(await hints({ selected, hovered: { x: 0, y: 4, z: 4 } })).toBe(column)
})

it('shows the last move of space chess as a path', async () => {
  const record = GameRecord.start('space')
  expect((await sceneOf('space', record.position())).count('hints')).toBe(0)
  record.play('Ba2Ba3')
  expect((await sceneOf('space', record.position())).count('hints')).toBe(1)
})

it('lifts a moved piece, carries it and sets it down', async () => {
  const record = GameRecord.start('chess')
  const scene = await sceneOf('chess', record.position())
  record.play('e2e4')
  await scene.show(record.position())
  await scene.frames(5, 1 / 30)
  const lifted = scene.places('pawn').filter(([, y = 0]) => y > 0.1)
  expect(lifted).toHaveLength(1)
  expect(lifted[0]?.[0]).toBe(0.5)
  await scene.frames(12, 1 / 30)
  expect(scene.places('pawn')).toContainEqual([0.5, 0, 0.5])
})

it('carries a piece in the hand of the player, and starts its move where it was dropped', async () => {
  const record = GameRecord.start('chess')
  const scene = await sceneOf('chess', record.position())
  const place = new Vector3(0.4, 0.3, 0.7)
  scene.stage.carry({ cell: { x: 4, y: 1, z: 0 }, place })
  await scene.frames(1, 1 / 30)
  const held = () => scene.places('pawn').filter(([, y = 0]) => y > 0.05)
  expect(held()).toEqual([[expect.closeTo(0.4), expect.closeTo(0.3), expect.closeTo(0.7)]])
  scene.stage.carry(null)
  record.play('e2e4')
  await scene.show(record.position())
  await scene.frames(1, 1 / 30)
  const [[, y = 0, z = 0] = []] = held()
  expect(y).toBeLessThan(0.3)
  expect(z).toBeLessThan(0.8)
  await scene.frames(14, 1 / 30)
  expect(held()).toEqual([])
})

it('tips a mated king over, after the last move', async () => {
  const record = GameRecord.start('chess')
  for (const move of ['f2f3', 'e7e5', 'g2g4']) record.play(move)
  const scene = await sceneOf('chess', record.position())
  const heights = () => scene.places('king').map(([, y = 0]) => y)
  record.play('d8h4')
  await scene.show(record.position())
  await scene.frames(4, 1 / 30)
  expect(heights()).toEqual([0, 0])
  await scene.frames(40, 1 / 30)
  // It lies on its side, on the edge of its foot.
  expect(heights().filter((y) => y > 0.2)).toHaveLength(1)
})

it('fades marks in, but shows pointer and cursor marks at once', async () => {
  const knight = { x: 6, y: 0, z: 0 }
  const position = GameRecord.start('chess').position()
  const options = { selected: knight, hovered: knight, cursor: knight }
  const scene = await sceneOf('chess', position, options)
  const opacities = () => [...scene.opacities('selected'), ...scene.opacities('quiet')]
  for (const opacity of opacities()) {
    expect(opacity).toBeGreaterThan(0)
    expect(opacity).toBeLessThan(0.5)
  }
  expect(scene.opacities('frames')).toEqual([1, 1])
  await scene.frames(10, 1 / 30)
  expect(opacities()).toEqual([1, 1, 1])
})

it('shows marks at once under reduced motion', async () => {
  const palette = { ...PALETTE, glideSeconds: 0 }
  const options = { selected: { x: 6, y: 0, z: 0 }, palette }
  const scene = await sceneOf('chess', GameRecord.start('chess').position(), options)
  expect(scene.opacities('quiet')).toEqual([1, 1])
})

it('marks the cell with keyboard focus', async () => {
  const position = GameRecord.start('space').position()
  const scene = await sceneOf('space', position, { cursor: { x: 4, y: 0, z: 2 } })
  const [[x, y, z] = []] = scene.places('frames')
  expect([x, z]).toEqual([2, 2])
  // Slightly above its tile, which is on the middle level.
  expect(y).toBeGreaterThan(0)
  expect(y).toBeLessThan(0.05)
})

it('hides the other levels when one is shown alone', async () => {
  const position = GameRecord.start('space').position()
  const selected = { x: 2, y: 0, z: 1 }
  const focus = { level: 2, isAlone: true }
  const [all, alone] = [
    await sceneOf('space', position, { selected }),
    await sceneOf('space', position, { selected, focus }),
  ]
  expect(alone.count('quiet')).toBeLessThan(all.count('quiet'))
  expect(alone.count('pawn')).toBeLessThan(all.count('pawn'))
  expect(alone.count('faint pawn')).toBe(0)
  expect(new Set(alone.places('quiet').map(([, y]) => y)).size).toBe(1)
})

it('draws the column of the hovered cell, unless one level is shown alone', async () => {
  const position = GameRecord.start('space').position()
  const hovered = { x: 2, y: 2, z: 2 }
  // One line, and a tick of two strokes on each level.
  expect((await sceneOf('space', position, { hovered })).count('hints')).toBe(11)
  const focus = { level: 2, isAlone: true }
  expect((await sceneOf('space', position, { hovered, focus })).count('hints')).toBe(0)
})

it('tints a king in check', async () => {
  const mate = GameRecord.start('chess')
  for (const move of ['f2f3', 'e7e5', 'g2g4', 'd8h4']) mate.play(move)
  const scene = await sceneOf('chess', mate.position())
  const { white, black } = PALETTE
  expect(scene.colours('king').filter((each) => each !== white && each !== black)).toHaveLength(1)
})
