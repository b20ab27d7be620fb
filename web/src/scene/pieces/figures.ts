// Where pieces are while they move: between the position before and the one that is shown.

import { Object3D, Vector3 } from 'three'

import { placeOf, sizeOf } from '../camera/layout'
import type { Layout } from '../camera/layout'
import { keyOf } from '../../board/cell'
import type { Motion } from '../../board/motion'
import { indexOf } from '../../raum'
import type { Cell, Piece } from '../../raum'

export interface Figure {
  piece: Piece
  /** Where it comes from, if it moves. */
  from: Cell | null
  /** Whether it is taken: it fades, and is gone. */
  isGone: boolean
}

/** The pieces of a position, with how they came there. */
export function figuresOf(pieces: readonly Piece[], { moved, gone }: Motion): Figure[] {
  const origins = new Map(moved.map(({ piece, from }) => [keyOf(piece.cell), from]))
  return [
    ...pieces.map((piece) => ({
      piece,
      from: origins.get(keyOf(piece.cell)) ?? null,
      isGone: false,
    })),
    ...gone.map((piece) => ({ piece, from: null, isGone: true })),
  ]
}

export function isMoving({ from, isGone }: Figure): boolean {
  return from !== null || isGone
}

/** How much of a figure is seen, from 0 to 1, after this share of the motion. */
export function presenceOf({ isGone }: Figure, share: number): number {
  return isGone ? 1 - share : 1
}

const stand = new Object3D()
const origin = new Vector3()

/** Where a figure stands after this share of the motion, how large and how turned, as a matrix. */
export function standOf(layout: Layout, figure: Figure, share: number): Object3D {
  const { piece, from } = figure
  placeOf(layout, piece.cell, stand.position)
  if (from && share < 1) {
    const eased = share * share * (3 - 2 * share)
    placeOf(layout, from, origin)
    const leap = leaps(piece) ? 0.3 * origin.distanceTo(stand.position) : 0
    stand.position.lerp(origin, 1 - eased)
    stand.position.y += leap * 4 * eased * (1 - eased)
  }
  const { height, radius } = sizeOf(layout, piece.role)
  stand.scale.set(radius, height, radius)
  stand.rotation.y = facing(piece)
  stand.updateMatrix()
  return stand
}

/** Knights go over others, and show it. */
function leaps({ role }: Piece): boolean {
  return role === 'knight'
}

/** Horses look past their opponents, so that both seats see their profile. */
function facing({ side }: Piece): number {
  return indexOf(side) === 0 ? 0.15 : Math.PI + 0.15
}
