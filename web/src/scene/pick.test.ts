import { MathUtils, PerspectiveCamera } from 'three'
import { describe, expect, it } from 'vitest'

import { bodiesOf, candidatesOf } from './candidates'
import { GAP, layoutOf } from './layout'
import type { Layout } from './layout'
import { aimAt, cellUnder, hidersOf, pick } from './pick'
import type { Aim, Candidate, Eye } from './pick'
import { FIELD_OF_VIEW, namedView, pose } from './views'
import type { View } from './views'
import { cellName, cellsOf, isSame } from '../board/cell'
import { Record, factsOf } from '../raum'
import type { Cell, Kind } from '../raum'

const AIM: Aim = { selected: null, focus: null, isTouch: false }

function eyeAt(layout: Layout, view: View, width = 1200, height = 800): Eye {
  const camera = new PerspectiveCamera(FIELD_OF_VIEW, width / height, 0.5, 200)
  pose(camera, view, layout)
  return { camera, width, height }
}

function boardOf(kind: Kind): Layout {
  return layoutOf(factsOf(kind).extent, GAP.usual)
}

const turned = (view: View, degrees: number): View => ({
  ...view,
  azimuth: view.azimuth + MathUtils.degToRad(degrees),
})
const [CHESS_VIEW, SPACE_VIEW] = [namedView('white', false), namedView('mine', false)]
const VIEWS: [Kind, string, View][] = [
  ['chess', 'as White', CHESS_VIEW],
  ['chess', 'turned a little', turned(CHESS_VIEW, 35)],
  ['chess', 'from the left, lower', { ...turned(CHESS_VIEW, -80), elevation: 0.7 }],
  ['chess', 'from above', namedView('top', false)],
  ['space', 'as at first', SPACE_VIEW],
  ['space', 'turned a quarter', turned(SPACE_VIEW, 90)],
  ['space', 'turned far, higher', { ...turned(SPACE_VIEW, 200), elevation: 0.6 }],
]

/** Every cell as an empty one to go to. */
function everywhere(layout: Layout): Candidate[] {
  return cellsOf(layout.extent).map((cell) => ({ cell, isTarget: true, height: 0, radius: 0 }))
}

describe.each(VIEWS)('%s, %s', (kind, _, view) => {
  const layout = boardOf(kind)
  const position = Record.start(kind).position()
  const eye = eyeAt(layout, view)
  const bodies = bodiesOf(layout, position)
  const name = (cell: Cell | null) => (cell ? cellName(kind, cell) : null)

  it('takes every cell for itself as a place to go, whatever stands in front', () => {
    const own = candidatesOf(layout, position, { targets: [] })
    for (const cell of cellsOf(layout.extent)) {
      const others = own.filter((each) => !isSame(each.cell, cell))
      const target = { cell, isTarget: true, height: 0, radius: 0 }
      const point = aimAt(eye, layout, cell, 0)
      expect(name(pick(eye, layout, point, [...others, target], AIM))).toBe(name(cell))
    }
  })

  it('takes every cell for itself where every other one could be gone to, too', () => {
    for (const { cell } of everywhere(layout)) {
      const point = aimAt(eye, layout, cell, 0)
      expect(name(pick(eye, layout, point, everywhere(layout), AIM))).toBe(name(cell))
    }
  })

  it('takes every piece that can be moved for itself', () => {
    const own = candidatesOf(layout, position, { targets: [] })
    expect(own.length).toBeGreaterThan(8)
    for (const { cell, height } of own) {
      const picked = pick(eye, layout, aimAt(eye, layout, cell, height), own, AIM)
      expect(name(picked)).toBe(name(cell))
    }
  })

  it('finds nothing beside the board', () => {
    expect(pick(eye, layout, { x: 4, y: 4 }, everywhere(layout), AIM)).toBeNull()
    expect(cellUnder(eye, layout, { x: 4, y: 4 }, bodies)).toBeNull()
  })
})

describe('on a plane', () => {
  const layout = boardOf('chess')
  const position = Record.start('chess').position()
  const bodies = bodiesOf(layout, position)
  const eye = eyeAt(layout, CHESS_VIEW)
  const [e1, e2] = [
    { x: 4, y: 0, z: 0 },
    { x: 4, y: 1, z: 0 },
  ]

  it('takes the whole of a tile for it', () => {
    const place = aimAt(eye, layout, { x: 3, y: 3, z: 0 }, 0)
    const next = aimAt(eye, layout, { x: 4, y: 3, z: 0 }, 0)
    for (const share of [-0.45, 0.45]) {
      const point = { x: place.x + share * (next.x - place.x), y: place.y }
      expect(pick(eye, layout, point, everywhere(layout), AIM)).toEqual({ x: 3, y: 3, z: 0 })
    }
  })

  it('takes a high piece for itself where it is seen before another tile, unless one can go there', () => {
    const king = bodies.filter(({ cell }) => isSame(cell, e1))
    const pawn = bodies.filter(({ cell }) => isSame(cell, e2))
    const crown = aimAt(eye, layout, e1, 1.62 * 2.1)
    expect(cellUnder(eye, layout, crown, [])).toEqual(e2)
    expect(pick(eye, layout, crown, [...pawn, ...king], AIM)).toEqual(e1)
    const target = { cell: e2, isTarget: true, height: 0, radius: 0 }
    expect(pick(eye, layout, crown, [...king, target], AIM)).toEqual(e2)
  })

  it('tells what hides a tile', () => {
    const low = eyeAt(layout, { azimuth: 0, elevation: 0.3, distance: 1 })
    expect(hidersOf(low, layout, e2, bodies)).toEqual([e1])
    const above = eyeAt(layout, namedView('top', false))
    for (const { cell } of bodies) expect(hidersOf(above, layout, cell, bodies)).toEqual([])
  })
})

describe('between levels', () => {
  const layout = boardOf('space')
  const eye = eyeAt(layout, SPACE_VIEW)
  const front = { x: 2, y: 2, z: 2 }
  const far = { x: 0, y: 4, z: 0 }
  const piece = (cell: Cell): Candidate => ({ cell, isTarget: false, height: 0.7, radius: 0.26 })
  const target = (cell: Cell): Candidate => ({ cell, isTarget: true, height: 0, radius: 0 })

  it('reaches a piece beside its axis, but not far from it', () => {
    const at = aimAt(eye, layout, front, 0.7)
    const beside = (pixels: number) => ({ x: at.x + pixels, y: at.y - 12 })
    expect(pick(eye, layout, beside(12), [piece(front)], AIM)).toEqual(front)
    expect(pick(eye, layout, beside(60), [piece(front)], AIM)).toBeNull()
  })

  it('lets a finger be less exact than a mouse', () => {
    const small = eyeAt(layout, { ...SPACE_VIEW, distance: 1.8 }, 360, 360)
    const at = aimAt(small, layout, front, 0.7)
    const point = { x: at.x + 18, y: at.y - 9 }
    expect(pick(small, layout, point, [piece(front)], AIM)).toBeNull()
    expect(pick(small, layout, point, [piece(front)], { ...AIM, isTouch: true })).toEqual(front)
  })

  it('prefers the nearer of two pieces only where both are as near to the point', () => {
    const point = aimAt(eye, layout, far, 0.7)
    const hider = [...cellsOf(layout.extent)].find(
      (cell) => hidersOf(eye, layout, far, [{ ...piece(cell), height: 2 }]).length > 0,
    )
    expect(hider).toBeDefined()
    if (hider) expect(pick(eye, layout, point, [piece(hider), piece(far)], AIM)).toEqual(far)
  })

  it('goes around pieces that cannot be told apart, click by click', () => {
    // From straight above the stack, the middle cells of all levels are one.
    const above = eyeAt(layout, namedView('level', false))
    const column = [0, 2, 4].map((z) => ({ x: 2, y: 2, z }))
    const point = aimAt(above, layout, column[0] ?? front, 0)
    const own = column.map(piece)
    const visited: Cell[] = []
    let selected = pick(above, layout, point, own, AIM)
    for (let click = 0; click < 3; click++) {
      if (selected) visited.push(selected)
      selected = pick(above, layout, point, own, { ...AIM, selected })
    }
    expect(new Set(visited.map(({ z }) => z))).toEqual(new Set([0, 2, 4]))
    expect(selected).toEqual(visited[0])
  })

  it('means the level that is looked at', () => {
    const above = eyeAt(layout, namedView('level', false))
    const column = [0, 1, 2, 3, 4].map((z) => target({ x: 2, y: 2, z }))
    const point = aimAt(above, layout, front, 0)
    for (let focus = 0; focus < 5; focus++)
      expect(pick(above, layout, point, column, { ...AIM, focus })?.z).toBe(focus)
  })
})
