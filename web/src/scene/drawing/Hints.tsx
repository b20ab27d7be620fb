import { useCallback, useMemo } from 'react'
import { BoxGeometry, Color, Object3D, Vector3 } from 'three'

import { heightOf, placeOf } from '../camera/layout'
import { inkOf, linesOf } from './lines'
import type { Palette } from './palette'
import { useDisposal, useRedraw } from './redraw'
import type { Stage } from '../camera/stage'
import { Swarm, glass } from './instances'
import { paint } from './shapes'
import type { Cell } from '../../raum'

const WIDTH = 0.028
/** Lines run at the knees of the pieces: not on the tiles, where the marks are. */
const KNEE = 0.13

/** What helps to see in space: the lines of the chosen piece, and the column of the cell pointed at. */
export function Hints(props: {
  stage: Stage
  palette: Palette
  selected: Cell | null
  targets: readonly Cell[]
  hovered: Cell | null
}) {
  const { stage, palette, selected, targets, hovered } = props
  const swarm = useMemo(() => {
    const strokes = new Swarm(paint(new BoxGeometry(), new Color(1, 1, 1)), glass(), 800)
    strokes.name = 'hints'
    strokes.renderOrder = 3
    return strokes
  }, [])
  useDisposal(swarm)
  useRedraw(
    stage,
    useCallback(() => {
      const { layout } = stage
      swarm.begin()
      if (hovered) drawColumn(swarm, stage, hovered, colour.set(palette.ink))
      if (selected) {
        placeOf(layout, selected, start).setY(start.y + KNEE)
        colour.set(palette.selected)
        for (const { to, stroke } of linesOf(selected, targets)) {
          placeOf(layout, to, end).setY(end.y + KNEE)
          const length = start.distanceTo(end)
          for (const [from, until] of inkOf(stroke, length))
            drawStroke(swarm, from / length, until / length, until - from)
        }
      }
      swarm.show()
    }, [swarm, stage, palette, selected, targets, hovered]),
  )
  return <primitive object={swarm} />
}

const stroke = new Object3D()
const start = new Vector3()
const end = new Vector3()
const colour = new Color()

/** A part of the line from `start` to `end`. */
function drawStroke(swarm: Swarm, from: number, until: number, length: number): void {
  stroke.position.lerpVectors(start, end, (from + until) / 2)
  stroke.scale.set(WIDTH, WIDTH, length)
  stroke.lookAt(end)
  stroke.updateMatrix()
  swarm.put(stroke.matrix, colour, 0.85)
}

/** A vertical line through a cell's column with a tick at every level. */
function drawColumn(swarm: Swarm, { layout }: Stage, cell: Cell, ink: Color): void {
  const { extent } = layout
  const [low, high] = [heightOf(layout, 0), heightOf(layout, extent.z - 1)]
  stroke.rotation.set(0, 0, 0)
  placeOf(layout, cell, stroke.position).setY((low + high) / 2)
  stroke.scale.set(WIDTH * 0.7, high - low, WIDTH * 0.7)
  stroke.updateMatrix()
  swarm.put(stroke.matrix, ink, 0.35)
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
      swarm.put(stroke.matrix, ink, level === cell.z ? 0.25 : 0.6)
    }
  }
}
