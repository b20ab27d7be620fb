// Draws all pieces in few draw calls: one per role, and one more per role for translucent pieces.

import { Color, Group, MeshStandardMaterial } from 'three'

import { opacityOf, transformOf } from './shown-pieces'
import type { ShownPiece } from './shown-pieces'
import { MODELLED, modelOf } from './models'
import type { Modelled } from './models'
import type { Layout } from '../camera/layout'
import { Instances, fading } from '../drawing/instances'
import type { Cell, Piece } from '../../raum'

/** More pieces of one role than any game can have. */
const LIMIT = 64
/** The opacity at which a piece counts as opaque. */
const SOLID = 0.99

export interface Appearance {
  colourOf: (piece: Piece, into: Color) => Color
  /** The opacity of the piece at a cell, from 0 to 1. */
  opacityAt: (cell: Cell) => number
}

export class PieceMeshes {
  readonly group = new Group()
  readonly #solid = new Map<Modelled, Instances>()
  readonly #faint = new Map<Modelled, Instances>()
  readonly #colour = new Color()

  constructor() {
    for (const role of MODELLED) {
      this.#solid.set(role, this.#add(role, false))
      this.#faint.set(role, this.#add(role, true))
    }
  }

  #add(role: Modelled, isFaint: boolean): Instances {
    const instances = new Instances(modelOf(role), glazed(), LIMIT)
    instances.name = isFaint ? `faint ${role}` : role
    instances.castShadow = !isFaint
    instances.receiveShadow = true
    // After the tiles, whatever their depth: a tile never veils a piece of a lower level.
    instances.renderOrder = isFaint ? 4 : 1.8
    this.group.add(instances)
    return instances
  }

  /** Draws every piece after a share of the animation. */
  draw(layout: Layout, pieces: readonly ShownPiece[], share: number, appearance: Appearance): void {
    for (const instances of this.#meshes()) instances.begin()
    for (const shown of pieces) {
      const { piece } = shown
      const opacity = appearance.opacityAt(piece.cell) * opacityOf(shown, share)
      if (piece.role === 'mark' || opacity === 0) continue
      const instances = (opacity < SOLID ? this.#faint : this.#solid).get(piece.role)
      const { matrix } = transformOf(layout, shown, share)
      instances?.put(matrix, appearance.colourOf(piece, this.#colour), opacity)
    }
    for (const instances of this.#meshes()) instances.show()
  }

  *#meshes(): Iterable<Instances> {
    yield* this.#solid.values()
    yield* this.#faint.values()
  }

  dispose(): void {
    for (const instances of this.#meshes()) instances.dispose()
  }
}

/** Lightly polished ivory or slate. Dark pieces get light rims and light pieces dark ones, to stand out on every tile. */
function glazed(): MeshStandardMaterial {
  const material = new MeshStandardMaterial({
    roughness: 0.42,
    metalness: 0.05,
    // Transparent things are drawn in the order of `renderOrder`.
    transparent: true,
  })
  return fading(material, (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <opaque_fragment>',
      `float rim = pow(1.0 - abs(dot(normalize(vViewPosition), normal)), 2.6);
      float light = smoothstep(0.1, 0.6, diffuseColor.r);
      outgoingLight = mix(outgoingLight + rim * 0.6 * vec3(0.86, 0.88, 1.0), outgoingLight * (1.0 - 0.5 * rim), light);
      #include <opaque_fragment>`,
    )
  })
}
