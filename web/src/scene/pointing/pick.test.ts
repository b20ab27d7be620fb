import { MathUtils, PerspectiveCamera, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'

import { bodiesOf, candidatesOf } from './candidates'
import type { Candidate } from './hit'
import { GAP, layoutOf, placeOf } from '../camera/layout'
import type { Layout } from '../camera/layout'
import { aimAt, cellUnder, occludersOf, pick } from './pick'
import type { Aim } from './pick'
import type { Eye } from './sight'
import { FIELD_OF_VIEW, namedViewpoint, pose } from '../camera/viewpoints'
import type { Viewpoint } from '../camera/viewpoints'
import { cellName, cellsOf, isSame } from '../../board/cell'
import { GameRecord, factsOf } from '../../raum'
import type { Cell, Kind } from '../../raum'

const AIM: Aim = { selected: null, wanted: 'anything', focus: null, isTouch: false }

function eyeAt(layout: Layout, view: Viewpoint, width = 1200, height = 800): Eye {
  const camera = new PerspectiveCamera(FIELD_OF_VIEW, width / height, 0.5, 200)
  pose(camera, view, layout)
  return { camera, width, height }
}

function boardOf(kind: Kind, flipped = false): Layout {
  return layoutOf(factsOf(kind).extent, GAP.usual, flipped)
}

const [CHESS_VIEW, SPACE_VIEW] = [namedViewpoint('white', false), namedViewpoint('mine', false)]

/** Positions with many captures and quiet moves. */
const MIDDLES: [kind: Kind, text: string, seat: string][] = [
  ['chess', '4k3/1p3p2/3p1n2/q2p4/1Q1B1R2/2N2N2/P1P3P1/4K3 w - - 0 1', 'either'],
  ...['first', 'second'].map((seat): [Kind, string, string] => [
    'space',
    'K4/2p2/1N1p1/3B1/R3u|1p3/2Q2/p3n/1u3/3P1|5/n2p1/2U2/4r/1p3|3b1/1r3/4p/2N2/p4|2k2/5/p2q1/4n/1r3 w 0 1',
    seat,
  ]),
]
/** The lowest and highest viewpoints, and some between. */
const ELEVATIONS: { [kind in Kind]?: number[] } = {
  chess: [6, 8, 14, 23, 40, 56, 90],
  space: [-90, -56, -23, -8, 6, 8, 14, 23, 40, 56, 90],
}
/** Both sides, the corners, and angles at which nothing lines up. */
const AZIMUTHS = [0, 28, 45, 90, 135, 180, 233, -47]

function viewOf(azimuth: number, elevation: number): Viewpoint {
  const [around, up] = [MathUtils.degToRad(azimuth), MathUtils.degToRad(elevation)]
  return { azimuth: around, elevation: up, distance: 1 }
}

/** Every cell as an empty target. */
function everywhere(layout: Layout): Candidate[] {
  return cellsOf(layout.extent).map((cell) => ({ cell, isTarget: true, height: 0, radius: 0 }))
}

describe.each(MIDDLES)('%s, %s, from the %s seat', (kind, text, seat) => {
  const layout = boardOf(kind, seat === 'second')
  const position = GameRecord.start(kind, text).position()
  const bodies = bodiesOf(layout, position)
  const own = candidatesOf(layout, position, { targets: [] })
  const name = (cell: Cell | null) => (cell ? cellName(kind, cell) : null)
  const heightAt = (cell: Cell) => bodies.find((body) => isSame(body.cell, cell))?.height ?? 0
  const click = (eye: Eye, cell: Cell, candidates: readonly Candidate[], aim: Partial<Aim>) =>
    pick(eye, layout, aimAt(eye, layout, cell, heightAt(cell)), candidates, { ...AIM, ...aim })

  describe.each(ELEVATIONS[kind] ?? [])('from %i degrees above', (elevation) => {
    const eyes = AZIMUTHS.map((azimuth) => eyeAt(layout, viewOf(azimuth, elevation)))
    // Straight from above or below, the levels overlap, so one of them is focused.
    const focusOn = (cell: Cell) =>
      Math.abs(elevation) === 90 ? { level: cell.z, isAlone: true } : null

    it('picks every cell as the only target, whatever stands in front', () => {
      for (const eye of eyes) {
        for (const target of everywhere(layout)) {
          const others = own.filter((each) => !isSame(each.cell, target.cell))
          const point = aimAt(eye, layout, target.cell, 0)
          const picked = pick(eye, layout, point, [...others, target], AIM)
          expect(name(picked?.cell ?? null)).toBe(name(target.cell))
        }
      }
    })

    it('picks every cell when all cells are targets', () => {
      for (const eye of eyes) {
        for (const { cell } of everywhere(layout)) {
          const point = aimAt(eye, layout, cell, 0)
          const aim = { ...AIM, focus: focusOn(cell) }
          const picked = pick(eye, layout, point, everywhere(layout), aim)
          expect(name(picked?.cell ?? null)).toBe(name(cell))
        }
      }
    })

    it('picks every move, unless another capture hides it', () => {
      for (const eye of eyes) {
        for (const { cell: selected } of own) {
          const targets = position.legal.filter(({ from }) => isSame(from, selected))
          const candidates = candidatesOf(layout, position, { targets })
          for (const { to } of targets) {
            const picked = click(eye, to, candidates, { selected, focus: focusOn(to) })
            if (isSame(picked?.cell ?? null, to)) continue
            // At a low angle on a single level, one piece can hide another: the visible one wins.
            expect([kind, name(to), picked?.isTarget]).toEqual(['chess', name(to), true])
            expect(elevation).toBeLessThan(40)
            expect(picked?.height).toBeGreaterThan(0)
            const depth = ({ x, y, z }: Cell) =>
              eye.camera.position.distanceTo(placeOf(layout, { x, y, z }, new Vector3()))
            expect(depth(picked?.cell ?? to)).toBeLessThan(depth(to))
          }
        }
      }
    })

    it('reaches every piece by clicks at its middle, and plays nothing', () => {
      for (const eye of eyes) {
        for (const { cell } of own) {
          let picked = click(eye, cell, own, { focus: focusOn(cell) })
          for (let clicks = 1; picked && !isSame(picked.cell, cell) && clicks < 4; clicks++) {
            const selected = picked.cell
            const targets = position.legal.filter(({ from }) => isSame(from, selected))
            const candidates = candidatesOf(layout, position, { targets })
            picked = click(eye, cell, candidates, { selected, wanted: 'another' })
            expect(picked?.isTarget).toBe(false)
          }
          expect(name(picked?.cell ?? null)).toBe(name(cell))
        }
      }
    })

    it('picks nothing beside the board', () => {
      for (const eye of eyes) {
        expect(pick(eye, layout, { x: 4, y: 4 }, everywhere(layout), AIM)).toBeNull()
        expect(cellUnder(eye, layout, { x: 4, y: 4 }, bodies)).toBeNull()
      }
    })
  })
})

describe('on a single level', () => {
  const layout = boardOf('chess')
  const position = GameRecord.start('chess').position()
  const bodies = bodiesOf(layout, position)
  const eye = eyeAt(layout, CHESS_VIEW)
  const [e1, e2] = [
    { x: 4, y: 0, z: 0 },
    { x: 4, y: 1, z: 0 },
  ]

  it('picks a tile anywhere on it', () => {
    const place = aimAt(eye, layout, { x: 3, y: 3, z: 0 }, 0)
    const next = aimAt(eye, layout, { x: 4, y: 3, z: 0 }, 0)
    for (const share of [-0.45, 0.45]) {
      const point = { x: place.x + share * (next.x - place.x), y: place.y }
      expect(pick(eye, layout, point, everywhere(layout), AIM)?.cell).toEqual({ x: 3, y: 3, z: 0 })
    }
  })

  it('picks a tall piece in front of another tile, unless that tile is a target', () => {
    const king = bodies.filter(({ cell }) => isSame(cell, e1))
    const pawn = bodies.filter(({ cell }) => isSame(cell, e2))
    const crown = aimAt(eye, layout, e1, 1.62 * 2.1)
    expect(cellUnder(eye, layout, crown, [])).toEqual(e2)
    expect(pick(eye, layout, crown, [...pawn, ...king], AIM)?.cell).toEqual(e1)
    const target = { cell: e2, isTarget: true, height: 0, radius: 0 }
    expect(pick(eye, layout, crown, [...king, target], AIM)?.cell).toEqual(e2)
  })

  it('finds the pieces that hide a tile', () => {
    const low = eyeAt(layout, { azimuth: 0, elevation: 0.3, distance: 1 })
    expect(occludersOf(low, layout, e2, bodies)).toEqual([e1])
    const above = eyeAt(layout, namedViewpoint('top', false))
    for (const { cell } of bodies) expect(occludersOf(above, layout, cell, bodies)).toEqual([])
  })
})

describe('on a stacked board', () => {
  const layout = boardOf('space')
  const eye = eyeAt(layout, SPACE_VIEW)
  const front = { x: 2, y: 2, z: 2 }
  const piece = (cell: Cell): Candidate => ({ cell, isTarget: false, height: 0.7, radius: 0.26 })
  const target = (cell: Cell): Candidate => ({ cell, isTarget: true, height: 0, radius: 0 })

  it('picks a piece near its axis, but not far from it', () => {
    const at = aimAt(eye, layout, front, 0.7)
    const beside = (pixels: number) => ({ x: at.x + pixels, y: at.y - 12 })
    expect(pick(eye, layout, beside(12), [piece(front)], AIM)?.cell).toEqual(front)
    expect(pick(eye, layout, beside(60), [piece(front)], AIM)).toBeNull()
  })

  it('allows a finger less precision than a mouse', () => {
    const small = eyeAt(layout, { ...SPACE_VIEW, distance: 1.8 }, 360, 360)
    const at = aimAt(small, layout, front, 0.7)
    const point = { x: at.x + 18, y: at.y - 9 }
    expect(pick(small, layout, point, [piece(front)], AIM)).toBeNull()
    expect(pick(small, layout, point, [piece(front)], { ...AIM, isTouch: true })?.cell).toEqual(
      front,
    )
  })

  it('prefers the nearer of two pieces only at equal distance from the point', () => {
    const [near, behind] = [piece({ x: 2, y: 1, z: 2 }), piece({ x: 2, y: 2, z: 2 })]
    const atBehind = (azimuth: number) => {
      const low = eyeAt(layout, viewOf(azimuth, 8))
      const point = aimAt(low, layout, behind.cell, behind.height)
      // In both cases the nearer one is visible there.
      expect(cellUnder(low, layout, point, [behind, near])).toEqual(near.cell)
      return pick(low, layout, point, [behind, near], AIM)?.cell
    }
    expect(atBehind(0)).toEqual(near.cell)
    expect(atBehind(5)).toEqual(behind.cell)
  })

  it('cycles through indistinguishable pieces, click by click', () => {
    // From straight above the stack, the middle cells of all levels coincide.
    const above = eyeAt(layout, namedViewpoint('level', false))
    const column = [0, 2, 4].map((z) => ({ x: 2, y: 2, z }))
    const point = aimAt(above, layout, column[0] ?? front, 0)
    const own = column.map(piece)
    const visited: Cell[] = []
    let selected = pick(above, layout, point, own, AIM)?.cell ?? null
    for (let click = 0; click < 3; click++) {
      if (selected) visited.push(selected)
      selected =
        pick(above, layout, point, own, { ...AIM, selected, wanted: 'another' })?.cell ?? null
    }
    expect(new Set(visited.map(({ z }) => z))).toEqual(new Set([0, 2, 4]))
    expect(selected).toEqual(visited[0])
  })

  it('carries the selected one of indistinguishable pieces, not the target below it', () => {
    const above = eyeAt(layout, namedViewpoint('level', false))
    const [chosen, other] = [piece({ x: 2, y: 2, z: 0 }), piece({ x: 2, y: 2, z: 4 })]
    const all = [other, target({ x: 2, y: 2, z: 2 }), chosen]
    const point = aimAt(above, layout, chosen.cell, 0)
    const aim: Aim = { ...AIM, selected: chosen.cell, wanted: 'piece' }
    expect(pick(above, layout, point, all, aim)).toBe(chosen)
    expect(pick(above, layout, point, all, { ...aim, wanted: 'another' })).toBe(other)
    expect(pick(above, layout, point, all, { ...aim, wanted: 'anything' })?.isTarget).toBe(true)
  })

  it('picks on the focused level', () => {
    const above = eyeAt(layout, namedViewpoint('level', false))
    const column = [0, 1, 2, 3, 4].map((z) => target({ x: 2, y: 2, z }))
    const point = aimAt(above, layout, front, 0)
    for (let level = 0; level < 5; level++) {
      const focus = { level, isAlone: false }
      expect(pick(above, layout, point, column, { ...AIM, focus })?.cell.z).toBe(level)
    }
  })

  it('picks nothing on a hidden level', () => {
    const above = eyeAt(layout, namedViewpoint('level', false))
    const point = aimAt(above, layout, front, 0)
    const at = (isAlone: boolean) =>
      pick(above, layout, point, [target(front)], { ...AIM, focus: { level: 0, isAlone } })
    expect(at(true)).toBeNull()
    expect(at(false)?.cell).toEqual(front)
  })
})
