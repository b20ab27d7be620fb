import { useCallback, useMemo } from 'react'
import { Color, Object3D } from 'three'

import { shade } from './shapes'
import { lowestOf, placeOf, sizeOf } from '../camera/layout'
import { useDisposal, useRedraw } from './redraw'
import type { Stage } from '../camera/stage'
import { Instances, glass } from './instances'
import type { Cell, Piece } from '../../raum'

/** A soft shadow under every piece, and on the lowest level under the hovered cell. Real shadows would fall through the levels. */
export function Shades(props: {
  stage: Stage
  pieces: readonly Piece[]
  hovered: Cell | null
  opacityAt: (cell: Cell) => number
}) {
  const { stage, pieces, hovered, opacityAt } = props
  const instances = useMemo(() => {
    const shades = new Instances(shade(), glass(), 126)
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
        disc.position.y += 0.006
        disc.scale.setScalar(radius)
        disc.updateMatrix()
        instances.put(disc.matrix, BLACK, opacity)
      }
      instances.begin()
      for (const { cell, role } of pieces)
        add(cell, sizeOf(layout, role).radius * 1.55, opacityAt(cell))
      if (hovered) add({ ...hovered, z: lowestOf(layout) }, 0.42, 1)
      instances.show()
    }, [instances, stage, pieces, hovered, opacityAt]),
  )
  return <primitive object={instances} />
}

const disc = new Object3D()
const BLACK = new Color(0, 0, 0)
