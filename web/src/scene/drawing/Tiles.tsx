/** @jsxImportSource react */

import { useFrame, useThree } from '@react-three/fiber'
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { BoxGeometry, Color, DoubleSide, Object3D } from 'three'
import type { BufferGeometry, Material } from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js'

import { inlay, paint, pane } from './shapes'
import { GAP, drawingOrder, placeOf } from '../camera/layout'
import type { Palette } from './palette'
import { useDisposal, useRedraw } from './redraw'
import type { Stage } from '../camera/stage'
import { Instances, fading, glass } from './instances'
import { addGrain, shaderKeyOf, surfaceOf } from './surface'
import { cellsOf } from '../../board/cell'

const THICKNESS = 0.08
/** The thickness of a translucent tile. */
const PANE = 0.06
/** How much the hue of translucent tiles changes from level to level. */
const HUE = 0.018
const FELT = new Color('#24493a')

/** The tiles of a single-level board, in a frame. */
export function PlaneTiles({ stage, palette }: { stage: Stage; palette: Palette }) {
  const { extent } = stage.layout
  const instances = useMemo(() => {
    const tiles = new Instances(
      new RoundedBoxGeometry(0.985, THICKNESS, 0.985, 2, 0.016),
      grained(palette),
      extent.x * extent.y,
    )
    tiles.name = 'tiles'
    tiles.receiveShadow = true
    return tiles
  }, [extent, palette])
  const frame = useMemo(() => frameOf(extent.x, palette), [extent, palette])
  const frameMaterial = useMemo(() => {
    const material = surfaceOf(palette, 'frame')
    material.onBeforeCompile = (shader) => addGrain(shader, palette, 'frame')
    material.customProgramCacheKey = () => shaderKeyOf(palette, 'frame')
    return material
  }, [palette])
  useDisposal(instances)
  useDisposal(frame)
  useDisposal(frameMaterial)
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
      <mesh geometry={frame} material={frameMaterial} receiveShadow name="frame" />
    </>
  )
}

/** A bevelled frame with an inlaid line, on felt. */
function frameOf(cells: number, { frame, inlay: line }: Palette): BufferGeometry {
  const width = cells + 1.1
  const body = new RoundedBoxGeometry(width, 0.28, width, 4, 0.09).translate(0, -0.17, 0)
  const felt = new BoxGeometry(width - 0.12, 0.04, width - 0.12).translate(0, -0.325, 0)
  return mergeGeometries([
    paint(body, new Color(frame)),
    paint(felt, FELT),
    paint(inlay(cells / 2 + 0.07, 0.03).translate(0, -0.026, 0), new Color(line)),
    paint(inlay(cells / 2 + 0.5, 0.018).translate(0, -0.026, 0), new Color(line)),
  ])
}

/** The material of tiles, with the grain of the finish. */
function grained(palette: Palette): Material {
  return fading(
    surfaceOf(palette, 'tile'),
    (shader) => addGrain(shader, palette, 'tile'),
    shaderKeyOf(palette, 'tile'),
  )
}

/** The material of translucent tiles. In plain detail, they are not lit. */
function translucent(palette: Palette): Material {
  if (palette.detail === 'plain') return glass(DoubleSide)
  const material = grained(palette)
  return Object.assign(material, {
    vertexColors: true,
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
    forceSinglePass: true,
  })
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
    const tiles = new Instances(
      pane(0.93, PANE, palette.surface.tileOpacity),
      translucent(palette),
      extent.x * extent.y * extent.z,
    )
    tiles.name = 'tiles'
    tiles.renderOrder = 1
    return tiles
  }, [extent, palette])

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
          if (palette.surface.grain === 'none') colour.offsetHSL((level - 2) * HUE, 0, 0)
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
