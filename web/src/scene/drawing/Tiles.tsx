import { useFrame, useThree } from '@react-three/fiber'
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { BoxGeometry, Color, DoubleSide, MeshStandardMaterial, Object3D } from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'

import { pane } from './shapes'
import { GAP, drawingOrder, placeOf } from '../camera/layout'
import type { Palette } from './palette'
import { useDisposal, useRedraw } from './redraw'
import type { Stage } from '../camera/stage'
import { Instances, glass } from './instances'
import { cellsOf } from '../../board/cell'

const THICKNESS = 0.08

/** The tiles of a single-level board, on a slab. */
export function PlaneTiles({ stage, palette }: { stage: Stage; palette: Palette }) {
  const { extent } = stage.layout
  const instances = useMemo(() => {
    const tiles = new Instances(
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
  useDisposal(instances)
  useDisposal(slab)
  useRedraw(
    stage,
    useCallback(() => {
      instances.begin()
      for (const cell of cellsOf(extent)) {
        placeOf(stage.layout, cell, tile.position)
        tile.position.y -= THICKNESS / 2
        tile.updateMatrix()
        const isDark = (cell.x + cell.y) % 2 === 0
        instances.put(tile.matrix, colour.set(isDark ? palette.tileDark : palette.tileLight))
      }
      instances.show()
    }, [instances, stage, extent, palette]),
  )
  return (
    <>
      <primitive object={instances} />
      <mesh geometry={slab} position-y={-0.17} receiveShadow name="slab">
        <meshStandardMaterial color={palette.slab} roughness={0.6} />
      </mesh>
    </>
  )
}

const tile = new Object3D()
const colour = new Color()

/** Translucent tiles, level above level, drawn in order of distance from the camera. */
export function LevelTiles(props: {
  stage: Stage
  palette: Palette
  /** The opacity of a level's tiles, from 0 to 1. */
  opacityAt: (level: number) => number
}) {
  const { stage, palette, opacityAt } = props
  const { extent } = stage.layout
  const instances = useMemo(() => {
    const tiles = new Instances(pane(0.92), glass(DoubleSide), extent.x * extent.y * extent.z)
    tiles.name = 'tiles'
    tiles.renderOrder = 1
    return tiles
  }, [extent])

  const drawn = useRef({ rise: 0, passed: NaN, draw: null as ((height: number) => void) | null })
  const invalidate = useThree((state) => state.invalidate)
  const draw = useCallback(
    (cameraHeight: number) => {
      const { layout } = stage
      // The closer the levels, the more of them overlap on screen.
      const thin = Math.min(
        1,
        0.5 + (0.5 * (Math.abs(layout.rise) - GAP.cube)) / (GAP.usual - GAP.cube),
      )
      instances.begin()
      for (const level of drawingOrder(layout, cameraHeight)) {
        for (const cell of cellsOf({ ...extent, z: 1 })) {
          placeOf(layout, { ...cell, z: level }, tile.position)
          tile.updateMatrix()
          const isDark = (cell.x + cell.y + level) % 2 === 0
          colour.set(isDark ? palette.tileDark : palette.tileLight)
          instances.put(tile.matrix, colour, opacityAt(level) * thin)
        }
      }
      instances.show()
    },
    [instances, stage, extent, palette, opacityAt],
  )
  useLayoutEffect(() => {
    invalidate()
  }, [draw, invalidate])
  useFrame(({ camera }) => {
    const { rise } = stage.layout
    // The order changes when the camera passes a level or the midpoint between two.
    const passed = Math.floor((2 * camera.position.y) / rise)
    const was = drawn.current
    if (was.rise === rise && was.passed === passed && was.draw === draw) return
    drawn.current = { rise, passed, draw }
    draw(camera.position.y)
  })
  useDisposal(instances)
  return <primitive object={instances} />
}
