/** @jsxImportSource react */

import { useFrame } from '@react-three/fiber'
import { useMemo } from 'react'
import { BufferAttribute, BufferGeometry, DoubleSide, Vector3 } from 'three'
import type { Camera } from 'three'

import { drawAtlas, glyphAt } from './atlas'
import { labelsOf, sectorOf } from './edges'
import type { Label } from './edges'
import { heightOf, lowestOf } from '../camera/layout'
import type { Palette } from './palette'
import { useDisposal } from './redraw'
import type { Stage } from '../camera/stage'

const SIZE = 0.42
/** More labels than any board has. */
const LIMIT = 32
/** The elevation, in radians, above which the viewpoint counts as from above or below. */
const STEEP = 1.1

/** The names of files, ranks and levels, in one draw call. */
export function Labels(props: { stage: Stage; palette: Palette; focus: number | null }) {
  const { stage, palette, focus } = props
  const hasFrame = stage.layout.extent.z === 1
  const sheet = useMemo(() => new Sheet(), [])
  const { engraving, ink } = palette
  const atlas = useMemo(
    () => drawAtlas(hasFrame ? engraving : ink, hasFrame),
    [hasFrame, engraving, ink],
  )
  useDisposal(sheet.geometry)
  useDisposal(atlas)
  useFrame(({ camera }) => sheet.draw(stage, camera, focus ?? lowestOf(stage.layout)))
  return (
    <mesh geometry={sheet.geometry} frustumCulled={false} renderOrder={5} name="labels">
      <meshBasicMaterial
        map={atlas}
        toneMapped={false}
        side={DoubleSide}
        transparent
        forceSinglePass
        depthWrite={false}
      />
    </mesh>
  )
}

class Sheet {
  readonly geometry = new BufferGeometry()
  readonly #positions = new BufferAttribute(new Float32Array(LIMIT * 12), 3)
  readonly #uvs = new BufferAttribute(new Float32Array(LIMIT * 8), 2)
  #labels: Label[] = []
  /** The state the labels were last drawn for. */
  readonly #drawn = {
    sector: NaN,
    rise: 0,
    level: -1,
    isSteep: false,
    isBelow: false,
    azimuth: NaN,
    elevation: NaN,
  }

  constructor() {
    const corners = Array.from({ length: LIMIT }, (_, index) =>
      [0, 1, 2, 0, 2, 3].map((corner) => index * 4 + corner),
    )
    this.geometry.setAttribute('position', this.#positions).setAttribute('uv', this.#uvs)
    this.geometry.setIndex(corners.flat())
  }

  /** Places labels on the near edges. While these stay the same, only camera-facing labels are updated. */
  draw({ layout }: Stage, camera: Camera, level: number): void {
    const { x: elevation, y: azimuth } = camera.rotation
    // From above or below, the vertical labels would cross the board.
    const isSteep = Math.abs(elevation) > STEEP
    const isBelow = camera.position.y < heightOf(layout, level)
    const sector = sectorOf(azimuth)
    const was = this.#drawn
    const isSameSheet =
      was.sector === sector &&
      was.rise === layout.rise &&
      was.level === level &&
      was.isSteep === isSteep &&
      was.isBelow === isBelow
    if (isSameSheet && was.azimuth === azimuth && was.elevation === elevation) return
    was.sector = sector
    was.rise = layout.rise
    was.level = level
    was.isSteep = isSteep
    was.isBelow = isBelow
    was.azimuth = azimuth
    was.elevation = elevation
    if (!isSameSheet) this.#renew(labelsOf(layout, azimuth, level), isSteep)
    for (let index = 0; index < this.#labels.length; index++) {
      const label = this.#labels[index]
      if (label && (!isSameSheet || label.turn === null)) this.#place(index, label, camera)
    }
  }

  #renew(labels: Label[], isSteep: boolean): void {
    this.#labels = labels.filter(({ turn }) => !isSteep || turn !== null)
    for (const [index, { text }] of this.#labels.entries()) {
      const { u, v, width, height } = glyphAt(text)
      for (const [corner, [dx, dy]] of CORNERS.entries())
        this.#uvs.setXY(index * 4 + corner, u + dx * width, v + dy * height)
    }
    this.#uvs.needsUpdate = true
    this.geometry.setDrawRange(0, this.#labels.length * 6)
  }

  #place(index: number, { x, y, z, turn }: Label, camera: Camera): void {
    if (turn === null) {
      right.setFromMatrixColumn(camera.matrixWorld, 0)
      up.setFromMatrixColumn(camera.matrixWorld, 1)
    } else {
      // From below, the near edge is at the top of the image, so letters are flipped.
      const near = this.#drawn.isBelow ? 1 : -1
      right.set(Math.cos(turn), 0, -Math.sin(turn))
      up.set(near * Math.sin(turn), 0, near * Math.cos(turn))
    }
    for (let corner = 0; corner < CORNERS.length; corner++) {
      const [dx, dy] = CORNERS[corner] ?? CORNERS[0]
      point
        .set(x, y + 0.01, z)
        .addScaledVector(right, (dx - 0.5) * SIZE)
        .addScaledVector(up, (dy - 0.5) * SIZE)
      this.#positions.setXYZ(index * 4 + corner, point.x, point.y, point.z)
    }
    this.#positions.needsUpdate = true
  }
}

const CORNERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const
const right = new Vector3()
const up = new Vector3()
const point = new Vector3()
