// All pieces of a board in few draw calls: one for each role, and one more for those of it that are faint.

import { Color, Group, MeshStandardMaterial } from 'three'

import { presenceOf, standOf } from './figures'
import type { Figure } from './figures'
import { MODELLED, modelOf } from './models'
import type { Modelled } from './models'
import type { Layout } from '../camera/layout'
import { Swarm, fading } from '../drawing/instances'
import type { Cell, Piece } from '../../raum'

/** More of one role than any game can have. */
const LIMIT = 64
/** From here on a piece counts as solid. */
const SOLID = 0.99

export interface Look {
  colourOf: (piece: Piece, into: Color) => Color
  /** How much of the piece at a cell is seen, from 0 to 1. */
  presenceAt: (cell: Cell) => number
}

export class Herd {
  readonly group = new Group()
  readonly #solid = new Map<Modelled, Swarm>()
  readonly #faint = new Map<Modelled, Swarm>()
  readonly #colour = new Color()

  constructor() {
    for (const role of MODELLED) {
      this.#solid.set(role, this.#add(role, false))
      this.#faint.set(role, this.#add(role, true))
    }
  }

  #add(role: Modelled, isFaint: boolean): Swarm {
    const swarm = new Swarm(modelOf(role), glazed(isFaint), LIMIT)
    swarm.name = isFaint ? `faint ${role}` : role
    swarm.castShadow = !isFaint
    swarm.receiveShadow = true
    if (isFaint) swarm.renderOrder = 4
    this.group.add(swarm)
    return swarm
  }

  /** Puts every figure where it is after this share of the motion. */
  draw(layout: Layout, figures: readonly Figure[], share: number, look: Look): void {
    for (const swarm of this.#swarms()) swarm.begin()
    for (const figure of figures) {
      const { piece } = figure
      const presence = look.presenceAt(piece.cell) * presenceOf(figure, share)
      if (piece.role === 'mark' || presence === 0) continue
      const swarm = (presence < SOLID ? this.#faint : this.#solid).get(piece.role)
      const { matrix } = standOf(layout, figure, share)
      swarm?.put(matrix, look.colourOf(piece, this.#colour), presence)
    }
    for (const swarm of this.#swarms()) swarm.show()
  }

  *#swarms(): Iterable<Swarm> {
    yield* this.#solid.values()
    yield* this.#faint.values()
  }

  dispose(): void {
    for (const swarm of this.#swarms()) swarm.dispose()
  }
}

/** Ivory or slate, polished a little. Edges are light on the dark side and dark on the light one: both show on every tile. */
function glazed(isFaint: boolean): MeshStandardMaterial {
  const material = new MeshStandardMaterial({
    roughness: 0.42,
    metalness: 0.05,
    transparent: isFaint,
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
