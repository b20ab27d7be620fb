/** @jsxImportSource react */

import { useCallback, useMemo } from 'react'
import { Color, Object3D } from 'three'

import { shade } from './shapes'
import { lowestOf, placeOf, sizeOf } from '../camera/layout'
import { useDisposal, useRedraw } from './redraw'
import type { Stage } from '../camera/stage'
import { TRAY_SCALE, trayAspect, trayPlace } from '../camera/tray'
import type { CapturedPiece } from '../camera/tray'
import { Instances, glass } from './instances'
import type { Cell, Piece } from '../../raum'

/**
 * Contact shadows: under every piece on the board and in the tray, under a board of one level, and on the lowest level under the hovered cell. In a
 * stack, cast shadows would fall through the levels.
 */
export function Shades(props: {
  stage: Stage
  pieces: readonly Piece[]
  tray: readonly CapturedPiece[]
  hovered: Cell | null
  opacityAt: (cell: Cell) => number
}) {
  const { stage, pieces, tray, hovered, opacityAt } = props
  const instances = useMemo(() => {
    const shades = new Instances(shade(), glass(), 180)
    shades.name = 'shades'
    shades.renderOrder = 1.5
    return shades
  }, [])
  useDisposal(instances)
  useRedraw(
    stage,
    useCallback(() => {
      const { layout } = stage
      const add = (cell: Cell, radius: number, opacity: number) => {
        placeOf(layout, cell, disc.position)
        put(radius, opacity)
      }
      const put = (radius: number, opacity: number) => {
        disc.position.y += 0.006
        disc.scale.setScalar(radius)
        disc.updateMatrix()
        instances.put(disc.matrix, BLACK, opacity)
      }
      instances.begin()
      if (layout.extent.z === 1) {
        disc.position.set(0, -0.32, 0)
        disc.scale.setScalar(layout.extent.x * 0.84)
        disc.updateMatrix()
        instances.put(disc.matrix, BLACK, 0.9)
      }
      for (const { cell, role } of pieces)
        add(cell, sizeOf(layout, role).radius * 1.55, opacityAt(cell))
      for (const captured of stage.areaAspect < trayAspect(layout) ? [] : tray) {
        trayPlace(layout, captured, disc.position)
        put(sizeOf(layout, captured.role).radius * TRAY_SCALE * 1.55, 1)
      }
      if (hovered) add({ ...hovered, z: lowestOf(layout) }, 0.42, 1)
      instances.show()
    }, [instances, stage, pieces, tray, hovered, opacityAt]),
  )
  return <primitive object={instances} />
}

const disc = new Object3D()
const BLACK = new Color(0, 0, 0)
