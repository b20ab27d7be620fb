import { act } from '../../act'
import { render, screen } from '@testing-library/preact'
import { useRef, useState } from 'preact/hooks'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { GAP, sizeOf } from '../camera/layout'
import { usePointer } from './pointer'
import { aimAt } from './pick'
import type { Focus } from '../drawing/opacity'
import type { Point } from './sight'
import { Stage } from '../camera/stage'
import type { Viewpoint } from '../camera/viewpoints'
import { isSame } from '../../board/cell'
import { useChoice } from '../../board/choice'
import { GameRecord } from '../../raum'
import type { Cell, Kind, Position } from '../../raum'

const SIZE = 800
const at = (x: number, y: number, z: number): Cell => ({ x, y, z })
const play = vi.fn<(move: string) => void>()
const rendered = vi.fn()
const focused = vi.fn()
const lookedDown = vi.fn()

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(SIZE)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(SIZE)
  // jsdom has no pointer capture.
  HTMLElement.prototype.setPointerCapture = () => undefined
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

function Ground(props: { stage: Stage; position: Position; focus: Focus | null }) {
  const { stage, position, focus } = props
  const choice = useChoice(position, play)
  const [hovered, onHover] = useState<Cell | null>(null)
  const ground = useRef<HTMLDivElement>(null)
  usePointer(ground, stage, {
    position,
    choice,
    focus,
    onHover,
    onFocus: focused,
    onLookDown: lookedDown,
  })
  rendered()
  const name = (cell: Cell | null) => (cell ? `${cell.x} ${cell.y} ${cell.z}` : 'nothing')
  return <div ref={ground} data-testid="ground">{`${name(choice.selected)}, ${name(hovered)}`}</div>
}

function groundOf(
  kind: Kind,
  text: string | undefined,
  view: Viewpoint,
  focus: Focus | null = null,
) {
  const position = GameRecord.start(kind, text).position()
  const stage = new Stage(kind, view, GAP.usual)
  stage.step(1)
  render(<Ground stage={stage} position={position} focus={focus} />)
  const ground = screen.getByTestId('ground')
  const send = (type: string, { x, y }: Point) => {
    const event = new MouseEvent(type, { clientX: x, clientY: y, bubbles: true })
    Object.assign(event, { pointerId: 1, pointerType: 'mouse' })
    act(() => {
      ground.dispatchEvent(event)
    })
  }
  return {
    stage,
    ground,
    send,
    pointAt: (cell: Cell): Point => {
      const piece = position.pieces.find((each) => isSame(each.cell, cell))
      const height = piece ? sizeOf(stage.layout, piece.role).height : 0
      return aimAt({ camera: stage.camera, width: SIZE, height: SIZE }, stage.layout, cell, height)
    },
    click: (point: Point) => {
      send('pointerdown', point)
      send('pointerup', point)
    },
  }
}

const FROM_WHITE: Viewpoint = { azimuth: 0, elevation: 1, distance: 1 }

it('does not render while the pointer moves within a cell', () => {
  const { send, pointAt, ground } = groundOf('chess', undefined, FROM_WHITE)
  for (const cell of [at(4, 1, 0), at(4, 4, 0)]) {
    const { x, y } = pointAt(cell)
    send('pointermove', { x, y })
    expect(ground).toHaveTextContent(`nothing, ${cell.x} ${cell.y} 0`)
    rendered.mockClear()
    for (let pixels = 1; pixels < 6; pixels++) send('pointermove', { x: x + pixels, y })
    expect(rendered).not.toHaveBeenCalled()
  }
})

it('selects a piece and plays it to the next clicked cell', () => {
  const { click, pointAt, ground } = groundOf('chess', undefined, FROM_WHITE)
  click(pointAt(at(4, 1, 0)))
  expect(ground).toHaveTextContent('4 1 0, 4 1 0')
  click(pointAt(at(4, 3, 0)))
  expect(play.mock.calls).toEqual([['e2e4']])
})

it('selects a piece without moves, and turns the board by a drag from it', () => {
  const { click, send, pointAt, ground, stage } = groundOf('chess', undefined, FROM_WHITE)
  click(pointAt(at(4, 1, 0)))
  const queen = pointAt(at(3, 0, 0))
  click(queen)
  expect(ground).toHaveTextContent('3 0 0, 3 0 0')
  const { azimuth } = stage.goal
  send('pointerdown', queen)
  send('pointermove', { x: queen.x + 40, y: queen.y })
  send('pointerup', { x: queen.x + 40, y: queen.y })
  expect(stage.goal.azimuth).not.toBe(azimuth)
  expect(ground).toHaveTextContent('3 0 0,')
  expect(play).not.toHaveBeenCalled()
})

// Two rooks, one directly behind the other.
const ROOKS = '5/5/5/5/K3k|5/5/2R2/2R2/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5 w 0 1'

it('cycles through pieces by clicks at one point, and plays nothing', () => {
  const view = { azimuth: 0, elevation: 0.12, distance: 1 }
  const { click, pointAt, ground, stage } = groundOf('space', ROOKS, view)
  const point = pointAt(at(2, 2, 1))
  click(point)
  expect(ground).toHaveTextContent('2 1 1,')
  click({ x: point.x + 1, y: point.y })
  expect(ground).toHaveTextContent('2 2 1,')
  click(point)
  expect(ground).toHaveTextContent('2 1 1,')
  // After a turn of the board it is no longer the same point.
  stage.turn(0, 0.001)
  stage.step(1)
  click(point)
  expect(ground).toHaveTextContent('2 1 1,')
  expect(play).not.toHaveBeenCalled()
})

it.each([
  [null, 1, 0],
  [null, -1, 4],
  [2, 1, 3],
  [4, 1, null],
  [0, -1, null],
])('moves the focus from level %s by %i to level %s', (level, by, next) => {
  const focus = level === null ? null : { level, isAlone: false }
  const { ground } = groundOf('space', undefined, FROM_WHITE, focus)
  act(() => {
    const key = by > 0 ? 'PageUp' : 'PageDown'
    ground.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })
  expect(focused.mock.calls).toEqual([[next]])
})
