// Draws all pieces in few draw calls: one per role, and one more per role for translucent pieces.

import { Color, Group } from 'three'
import type { Material } from 'three'

import { opacityOf, transformOf } from './shown-pieces'
import type { Handling, ShownPiece } from './shown-pieces'
import { MODELLED, modelOf } from './models'
import type { Modelled } from './models'
import type { Layout } from '../camera/layout'
import { Instances, fading } from '../drawing/instances'
import type { Palette } from '../drawing/palette'
import { addEdge, addGrain, shaderKeyOf, surfaceOf } from '../drawing/surface'
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

  constructor(palette: Palette) {
    this.group.name = 'pieces'
    for (const role of MODELLED) {
      this.#solid.set(role, this.#add(role, palette, false))
      this.#faint.set(role, this.#add(role, palette, true))
    }
  }

  #add(role: Modelled, palette: Palette, isFaint: boolean): Instances {
    const instances = new Instances(modelOf(role), finished(palette), LIMIT)
    instances.name = isFaint ? `faint ${role}` : role
    instances.castShadow = !isFaint
    instances.receiveShadow = true
    // After the tiles, whatever their depth: a tile never veils a piece of a lower level.
    instances.renderOrder = isFaint ? 4 : 1.8
    this.group.add(instances)
    return instances
  }

  /** Draws every piece after a share of the animation. */
  draw(
    layout: Layout,
    pieces: readonly ShownPiece[],
    share: number,
    handling: Handling,
    appearance: Appearance,
  ): void {
    for (const instances of this.#meshes()) instances.begin()
    for (const shown of pieces) {
      const { piece, captured } = shown
      const onBoard = captured ? 1 : appearance.opacityAt(piece.cell)
      const opacity = onBoard * opacityOf(shown, share, handling.hasTray)
      if (piece.role === 'mark' || opacity === 0) continue
      const instances = (opacity < SOLID ? this.#faint : this.#solid).get(piece.role)
      const { matrix } = transformOf(layout, shown, share, handling)
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

/** The material of pieces: that of the finish, with an edge in the other side's tone. */
function finished(palette: Palette): Material {
  const material = surfaceOf(palette, 'piece')
  // Transparent things are drawn in the order of `renderOrder`.
  material.transparent = true
  return fading(
    material,
    (shader) => {
      addGrain(shader, palette, 'piece')
      addEdge(shader, palette)
    },
    shaderKeyOf(palette, 'piece'),
  )
}
