/** @jsxImportSource react */

import { useCallback, useMemo } from 'react'
import { BoxGeometry, Color, Object3D, Vector3 } from 'three'

import { heightOf, lowestOf, placeOf } from '../camera/layout'
import { inkOf, linesOf } from './lines'
import type { Stroke } from './lines'
import type { Palette } from './palette'
import { useDisposal, useRedraw } from './redraw'
import type { Stage } from '../camera/stage'
import { Instances, glass } from './instances'
import { paint } from './shapes'
import type { Cell, LastMove } from '../../raum'

const WIDTH = 0.028
/** The width of the last move's path. */
const PATH = 0.075
/** The height of lines above the tiles, clear of the marks on them. */
const LIFT = 0.13

/** The same as those of the marks at their cells. */
const STROKE_COLOURS = { solid: 'quiet', dashed: 'hint', dotted: 'last' } as const

/** Lines: the path of the last move, that of the selected piece to the hovered target, and the column of the hovered cell. */
export function Hints(props: {
  stage: Stage
  palette: Palette
  lastMove: LastMove | null
  selected: Cell | null
  /** The hovered target of the selected piece. */
  target: Cell | null
  /** Ends of more lines of the selected piece. */
  lined: readonly Cell[]
  /** The cell whose column is shown. */
  hovered: Cell | null
}) {
  const { stage, palette, lastMove, selected, target, lined, hovered } = props
  const instances = useMemo(() => {
    const strokes = new Instances(paint(new BoxGeometry(), new Color(1, 1, 1)), glass(), 800)
    strokes.name = 'hints'
    strokes.renderOrder = 3
    return strokes
  }, [])
  useDisposal(instances)
  useRedraw(
    stage,
    useCallback(() => {
      const { layout } = stage
      instances.begin()
      if (hovered) drawColumn(instances, stage, hovered, colour.set(palette.ink))
      if (lastMove?.from) {
        colour.set(palette.last).lerp(WHITE, 0.25)
        placeOf(layout, lastMove.from, start).y += LIFT
        placeOf(layout, lastMove.to, end).y += LIFT
        const length = start.distanceTo(end)
        // From the middle of one cell to the edge of the other's piece.
        drawStroke(instances, 0, Math.max(0, 1 - 0.4 / length), length - 0.4, PATH)
      }
      if (selected) placeOf(layout, selected, start).setY(start.y + LIFT)
      const drawLines = (targets: readonly Cell[], colourOf: (stroke: Stroke) => string) => {
        for (const { to, stroke } of selected ? linesOf(selected, targets) : []) {
          colour.set(colourOf(stroke))
          placeOf(layout, to, end).setY(end.y + LIFT)
          const length = start.distanceTo(end)
          for (const [from, until] of inkOf(stroke, length))
            drawStroke(instances, from / length, until / length, until - from)
        }
      }
      drawLines(lined, (stroke) => palette[STROKE_COLOURS[stroke]])
      if (target) drawLines([target], () => palette.selected)
      instances.show()
    }, [instances, stage, palette, lastMove, selected, target, lined, hovered]),
  )
  return <primitive object={instances} />
}

const stroke = new Object3D()
const start = new Vector3()
const end = new Vector3()
const colour = new Color()
const WHITE = new Color(1, 1, 1)

/** Draws a segment of the line from `start` to `end`. */
function drawStroke(
  instances: Instances,
  from: number,
  until: number,
  length: number,
  width = WIDTH,
): void {
  stroke.position.lerpVectors(start, end, (from + until) / 2)
  stroke.scale.set(width, WIDTH / 2, length)
  stroke.lookAt(end)
  stroke.updateMatrix()
  instances.put(stroke.matrix, colour, 0.85)
}

/** Draws a vertical line through a cell's column with a tick at every level. */
function drawColumn(instances: Instances, { layout }: Stage, cell: Cell, ink: Color): void {
  const { extent } = layout
  const low = heightOf(layout, lowestOf(layout))
  stroke.rotation.set(0, 0, 0)
  placeOf(layout, cell, stroke.position).setY(0)
  stroke.scale.set(WIDTH * 0.7, -2 * low, WIDTH * 0.7)
  stroke.updateMatrix()
  instances.put(stroke.matrix, ink, 0.35)
  for (let level = 0; level < extent.z; level++) {
    placeOf(layout, { ...cell, z: level }, stroke.position)
    stroke.position.y += 0.014
    const half = level === cell.z ? 0.5 : 0.22
    for (const [x, z] of [
      [half, WIDTH],
      [WIDTH, half],
    ] as const) {
      stroke.scale.set(x, 0.006, z)
      stroke.updateMatrix()
      instances.put(stroke.matrix, ink, level === cell.z ? 0.25 : 0.6)
    }
  }
}
