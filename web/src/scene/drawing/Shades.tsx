import { useCallback, useMemo } from 'react'
import { Color, Object3D } from 'three'

import { shade } from './shapes'
import { placeOf, sizeOf } from '../camera/layout'
import { useDisposal, useRedraw } from './redraw'
import type { Stage } from '../camera/stage'
import { Swarm, glass } from './instances'
import type { Cell, Piece } from '../../raum'

/** A shade below every piece, and on the lowest level below the cell pointed at: real shadows would fall through the levels. */
export function Shades(props: {
  stage: Stage
  pieces: readonly Piece[]
  hovered: Cell | null
  presenceAt: (cell: Cell) => number
}) {
  const { stage, pieces, hovered, presenceAt } = props
  const swarm = useMemo(() => {
    const shades = new Swarm(shade(), glass(), 126)
    shades.name = 'shades'
    shades.renderOrder = 1.5
    return shades
  }, [])
  useDisposal(swarm)
  useRedraw(
    stage,
    useCallback(() => {
      const { layout } = stage
      const add = (cell: Cell, radius: number, presence: number) => {
        placeOf(layout, cell, disc.position)
        disc.position.y += 0.006
        disc.scale.setScalar(radius)
        disc.updateMatrix()
        swarm.put(disc.matrix, BLACK, presence)
      }
      swarm.begin()
      for (const { cell, role } of pieces)
        add(cell, sizeOf(layout, role).radius * 1.55, presenceAt(cell))
      if (hovered) add({ ...hovered, z: 0 }, 0.42, 1)
      swarm.show()
    }, [swarm, stage, pieces, hovered, presenceAt]),
  )
  return <primitive object={swarm} />
}

const disc = new Object3D()
const BLACK = new Color(0, 0, 0)
