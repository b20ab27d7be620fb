// One shape many times over, in one draw call. Each has a place, a colour, and how much of it is seen.

import {
  BufferGeometry,
  DynamicDrawUsage,
  FrontSide,
  InstancedBufferAttribute,
  InstancedMesh,
  MeshBasicMaterial,
} from 'three'
import type { Color, Material, Matrix4, Side, WebGLProgramParametersWithUniforms } from 'three'

export class Swarm extends InstancedMesh<BufferGeometry, Material> {
  readonly #limit: number
  readonly #presence: InstancedBufferAttribute

  constructor(geometry: BufferGeometry, material: Material, limit: number) {
    // Each swarm has its own presences on the points that it shares with others.
    const own = new BufferGeometry().copy(geometry)
    const presence = new InstancedBufferAttribute(new Float32Array(limit), 1)
    own.setAttribute('presence', presence.setUsage(DynamicDrawUsage))
    super(own, material, limit)
    this.instanceColor = new InstancedBufferAttribute(new Float32Array(limit * 3), 3)
    this.#limit = limit
    this.#presence = presence
    this.count = 0
    // The whole board is nearly always in sight.
    this.frustumCulled = false
  }

  /** Begins anew. */
  begin(): void {
    this.count = 0
  }

  put(place: Matrix4, colour: Color, presence = 1): void {
    if (this.count === this.#limit) return
    const index = this.count++
    this.setMatrixAt(index, place)
    this.setColorAt(index, colour)
    this.#presence.setX(index, presence)
  }

  /** Sends what was put to where it is drawn. */
  show(): void {
    this.instanceMatrix.needsUpdate = true
    this.#presence.needsUpdate = true
    if (this.instanceColor) this.instanceColor.needsUpdate = true
  }

  override dispose(): void {
    this.geometry.dispose()
    this.material.dispose()
    super.dispose()
  }
}

/** What is seen through, in the colours of its points, from its front or from both sides. */
export function glass(side: Side = FrontSide): MeshBasicMaterial {
  return fading(
    new MeshBasicMaterial({
      vertexColors: true,
      transparent: true,
      depthWrite: false,
      side,
      // Both sides at once: else each would take two draw calls.
      forceSinglePass: true,
    }),
  )
}

type Shader = WebGLProgramParametersWithUniforms

/** Lets a material heed the presences of a swarm; `more` may change its shader further. */
export function fading<M extends Material>(material: M, more?: (shader: Shader) => void): M {
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace(
        '#include <common>',
        '#include <common>\nattribute float presence;\nvarying float seen;',
      )
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nseen = presence;')
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nvarying float seen;')
      .replace('#include <color_fragment>', '#include <color_fragment>\ndiffuseColor.a *= seen;')
    more?.(shader)
  }
  material.customProgramCacheKey = () => `fading ${more?.toString() ?? ''}`
  return material
}
