import { useFrame } from '@react-three/fiber'
import { useMemo } from 'react'
import { BufferAttribute, BufferGeometry, Vector3 } from 'three'
import type { Camera } from 'three'

import { drawAtlas, glyphAt } from './atlas'
import { labelsOf, nearEdges } from './edges'
import type { Label } from './edges'
import type { Palette } from './palette'
import { useDisposal } from './redraw'
import type { Stage } from './stage'

const SIZE = 0.42
/** More labels than any board has. */
const LIMIT = 32
/** Radians above which the board is seen from above. */
const STEEP = 1.1

/** The names of files, ranks and levels, in one draw call. */
export function Labels(props: { stage: Stage; palette: Palette; focus: number | null }) {
  const { stage, palette, focus } = props
  const sheet = useMemo(() => new Sheet(), [])
  const atlas = useMemo(() => drawAtlas(), [])
  useDisposal(sheet.geometry)
  useDisposal(atlas)
  useFrame(({ camera }) => {
    sheet.draw(stage, camera, focus ?? 0)
  })
  return (
    <mesh geometry={sheet.geometry} frustumCulled={false} renderOrder={5} name="labels">
      <meshBasicMaterial map={atlas} color={palette.ink} transparent depthWrite={false} side={2} />
    </mesh>
  )
}

class Sheet {
  readonly geometry = new BufferGeometry()
  readonly #positions = new BufferAttribute(new Float32Array(LIMIT * 12), 3)
  readonly #uvs = new BufferAttribute(new Float32Array(LIMIT * 8), 2)
  #labels: Label[] = []
  #drawn = { gap: 0, azimuth: NaN, level: -1, isSteep: false, edges: '' }

  constructor() {
    const corners = Array.from({ length: LIMIT }, (_, index) =>
      [0, 1, 2, 0, 2, 3].map((corner) => index * 4 + corner),
    )
    this.geometry.setAttribute('position', this.#positions).setAttribute('uv', this.#uvs)
    this.geometry.setIndex(corners.flat())
  }

  /** Puts the labels on the near edges. Nothing is done if the camera has not turned. */
  draw({ layout }: Stage, camera: Camera, level: number): void {
    const azimuth = camera.rotation.y
    // Seen from above, the verticals lie across the board.
    const isSteep = -camera.rotation.x > STEEP
    const was = this.#drawn
    if (
      was.azimuth === azimuth &&
      was.gap === layout.gap &&
      was.level === level &&
      was.isSteep === isSteep
    )
      return
    const { x, z, turn } = nearEdges(azimuth)
    const edges = `${x} ${z} ${turn}`
    const isSameSheet = was.edges === edges && was.gap === layout.gap && was.level === level
    this.#drawn = { gap: layout.gap, azimuth, level, isSteep, edges }
    // On a plane nothing faces the camera, so nothing changes while the same edges are near.
    if (isSameSheet && layout.extent.z === 1) return
    this.#labels = labelsOf(layout, azimuth, level).filter(({ turn }) => !isSteep || turn !== null)
    for (const [index, label] of this.#labels.entries()) this.#write(index, label, camera)
    this.geometry.setDrawRange(0, this.#labels.length * 6)
    this.#positions.needsUpdate = true
    this.#uvs.needsUpdate = true
  }

  #write(index: number, { text, x, y, z, turn }: Label, camera: Camera): void {
    const glyph = glyphAt(text)
    if (turn === null) {
      right.setFromMatrixColumn(camera.matrixWorld, 0)
      up.setFromMatrixColumn(camera.matrixWorld, 1)
    } else {
      right.set(Math.cos(turn), 0, -Math.sin(turn))
      up.set(-Math.sin(turn), 0, -Math.cos(turn))
    }
    for (const [corner, [dx, dy]] of CORNERS.entries()) {
      point
        .set(x, y + 0.01, z)
        .addScaledVector(right, (dx - 0.5) * SIZE)
        .addScaledVector(up, (dy - 0.5) * SIZE)
      this.#positions.setXYZ(index * 4 + corner, point.x, point.y, point.z)
      this.#uvs.setXY(index * 4 + corner, glyph.u + dx * glyph.width, glyph.v + dy * glyph.height)
    }
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
