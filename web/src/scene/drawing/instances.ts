// Instanced meshes: one geometry many times in one draw call, each instance with a matrix, a colour and an opacity.

import {
  BufferGeometry,
  DynamicDrawUsage,
  FrontSide,
  InstancedBufferAttribute,
  InstancedMesh,
  MeshBasicMaterial,
} from 'three'
import type { Color, Material, Matrix4, Side, WebGLProgramParametersWithUniforms } from 'three'

export class Instances extends InstancedMesh<BufferGeometry, Material> {
  readonly #limit: number
  readonly #opacities: InstancedBufferAttribute

  constructor(geometry: BufferGeometry, material: Material, limit: number) {
    // The vertices are shared; the opacities belong to this mesh alone.
    const own = new BufferGeometry().copy(geometry)
    const opacities = new InstancedBufferAttribute(new Float32Array(limit), 1)
    own.setAttribute('instanceOpacity', opacities.setUsage(DynamicDrawUsage))
    super(own, material, limit)
    this.instanceColor = new InstancedBufferAttribute(new Float32Array(limit * 3), 3)
    this.#limit = limit
    this.#opacities = opacities
    this.count = 0
    // The whole board is nearly always in view.
    this.frustumCulled = false
  }

  /** Clears all instances. */
  begin(): void {
    this.count = 0
  }

  put(place: Matrix4, colour: Color, opacity = 1): void {
    if (this.count === this.#limit) return
    const index = this.count++
    this.setMatrixAt(index, place)
    this.setColorAt(index, colour)
    this.#opacities.setX(index, opacity)
  }

  /** Uploads the instances to the GPU. */
  show(): void {
    this.instanceMatrix.needsUpdate = true
    this.#opacities.needsUpdate = true
    if (this.instanceColor) this.instanceColor.needsUpdate = true
  }

  override dispose(): void {
    this.geometry.dispose()
    this.material.dispose()
    super.dispose()
  }
}

/** A translucent material in vertex colours, one-sided or two-sided. */
export function glass(side: Side = FrontSide): MeshBasicMaterial {
  return fading(
    new MeshBasicMaterial({
      vertexColors: true,
      transparent: true,
      depthWrite: false,
      side,
      // Marks keep the exact colours of the page.
      toneMapped: false,
      // Draws both sides in one call instead of two.
      forceSinglePass: true,
    }),
  )
}

type Shader = WebGLProgramParametersWithUniforms

/** Makes a material use the opacity of each instance; `more` may change its shader further, and `key` tells which change. */
export function fading<M extends Material>(
  material: M,
  more?: (shader: Shader) => void,
  key = '',
): M {
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace(
        '#include <common>',
        '#include <common>\nattribute float instanceOpacity;\nvarying float vOpacity;',
      )
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nvOpacity = instanceOpacity;')
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nvarying float vOpacity;')
      .replace(
        '#include <color_fragment>',
        '#include <color_fragment>\ndiffuseColor.a *= vOpacity;',
      )
    more?.(shader)
  }
  material.customProgramCacheKey = () => `fading ${key}`
  return material
}
