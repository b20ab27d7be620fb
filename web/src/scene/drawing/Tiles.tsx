import { useFrame, useThree } from '@react-three/fiber'
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { BoxGeometry, Color, DoubleSide, MeshStandardMaterial, Object3D } from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'

import { pane } from './shapes'
import { GAP, drawingOrder, heightOf, placeOf } from '../camera/layout'
import type { Palette } from './palette'
import { useDisposal, useRedraw } from './redraw'
import type { Stage } from '../camera/stage'
import { Swarm, glass } from './instances'
import { cellsOf } from '../../board/cell'

const THICKNESS = 0.08

/** The tiles of one plane, on a board of wood's thickness. */
export function PlaneTiles({ stage, palette }: { stage: Stage; palette: Palette }) {
  const { extent } = stage.layout
  const swarm = useMemo(() => {
    const tiles = new Swarm(
      new BoxGeometry(0.985, THICKNESS, 0.985),
      new MeshStandardMaterial({ roughness: 0.72 }),
      extent.x * extent.y,
    )
    tiles.name = 'tiles'
    tiles.receiveShadow = true
    return tiles
  }, [extent])
  const slab = useMemo(
    () => new RoundedBoxGeometry(extent.x + 1.1, 0.28, extent.y + 1.1, 3, 0.1),
    [extent],
  )
  useDisposal(swarm)
  useDisposal(slab)
  useRedraw(
    stage,
    useCallback(() => {
      swarm.begin()
      for (const cell of cellsOf(extent)) {
        placeOf(stage.layout, cell, tile.position)
        tile.position.y -= THICKNESS / 2
        tile.updateMatrix()
        const isDark = (cell.x + cell.y) % 2 === 0
        swarm.put(tile.matrix, colour.set(isDark ? palette.tileDark : palette.tileLight))
      }
      swarm.show()
    }, [swarm, stage, extent, palette]),
  )
  return (
    <>
      <primitive object={swarm} />
      <mesh geometry={slab} position-y={-0.17} receiveShadow name="slab">
        <meshStandardMaterial color={palette.slab} roughness={0.6} />
      </mesh>
    </>
  )
}

/** How much of a tile is seen from below, where it is before the piece that stands on it. */
const FROM_BELOW = 0.5

const tile = new Object3D()
const colour = new Color()

/** Translucent tiles, level above level. They hide nothing, and are drawn in order from the camera. */
export function LevelTiles(props: {
  stage: Stage
  palette: Palette
  /** How much of a level's tiles is seen, from 0 to 1. */
  presenceAt: (level: number) => number
}) {
  const { stage, palette, presenceAt } = props
  const { extent } = stage.layout
  const swarm = useMemo(() => {
    const tiles = new Swarm(pane(0.92), glass(DoubleSide), extent.x * extent.y * extent.z)
    tiles.name = 'tiles'
    tiles.renderOrder = 1
    return tiles
  }, [extent])

  const drawn = useRef({ gap: 0, passed: NaN, draw: null as ((height: number) => void) | null })
  const invalidate = useThree((state) => state.invalidate)
  const draw = useCallback(
    (cameraHeight: number) => {
      const { layout } = stage
      // The nearer the levels are to each other, the more of them one has to see through.
      const thin = Math.min(1, 0.5 + (0.5 * (layout.gap - GAP.cube)) / (GAP.usual - GAP.cube))
      swarm.begin()
      for (const level of drawingOrder(layout, cameraHeight)) {
        const veil = heightOf(layout, level) > cameraHeight ? FROM_BELOW : 1
        for (const cell of cellsOf({ ...extent, z: 1 })) {
          placeOf(layout, { ...cell, z: level }, tile.position)
          tile.updateMatrix()
          const isDark = (cell.x + cell.y + level) % 2 === 0
          colour.set(isDark ? palette.tileDark : palette.tileLight)
          swarm.put(tile.matrix, colour, presenceAt(level) * thin * veil)
        }
      }
      swarm.show()
    },
    [swarm, stage, extent, palette, presenceAt],
  )
  useLayoutEffect(() => {
    invalidate()
  }, [draw, invalidate])
  useFrame(({ camera }) => {
    const { gap } = stage.layout
    // The order changes where the camera passes a level or the middle between two.
    const passed = Math.floor((2 * camera.position.y) / gap)
    const was = drawn.current
    if (was.gap === gap && was.passed === passed && was.draw === draw) return
    drawn.current = { gap, passed, draw }
    draw(camera.position.y)
  })
  useDisposal(swarm)
  return <primitive object={swarm} />
}
