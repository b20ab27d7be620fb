// Pieces during the animation from the previous position to the current one.

import { Object3D, Vector3 } from 'three'

import { placeOf, sizeOf } from '../camera/layout'
import type { Layout } from '../camera/layout'
import { keyOf } from '../../board/cell'
import type { Motion } from '../../board/motion'
import { indexOf } from '../../raum'
import type { Cell, Piece } from '../../raum'

export interface ShownPiece {
  piece: Piece
  /** The cell it moves from, if it moves. */
  from: Cell | null
  /** Whether it was captured and fades out. */
  isGone: boolean
}

/** The pieces of a position with their motion, and the captured ones. */
export function shownPieces(pieces: readonly Piece[], { moved, gone }: Motion): ShownPiece[] {
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

export function isMoving({ from, isGone }: ShownPiece): boolean {
  return from !== null || isGone
}

/** A piece's opacity after a share of the animation. */
export function opacityOf({ isGone }: ShownPiece, share: number): number {
  return isGone ? 1 - share : 1
}

const transform = new Object3D()
const origin = new Vector3()

/** A piece's transform after a share of the animation. Reused by the next call. */
export function transformOf(layout: Layout, shown: ShownPiece, share: number): Object3D {
  const { piece, from } = shown
  placeOf(layout, piece.cell, transform.position)
  if (from && share < 1) {
    const eased = share * share * (3 - 2 * share)
    placeOf(layout, from, origin)
    const leap = leaps(piece) ? 0.3 * origin.distanceTo(transform.position) : 0
    transform.position.lerp(origin, 1 - eased)
    transform.position.y += leap * 4 * eased * (1 - eased)
  }
  const { height, radius } = sizeOf(layout, piece.role)
  transform.scale.set(radius, height, radius)
  transform.rotation.y = facing(piece)
  transform.updateMatrix()
  return transform
}

/** Knights jump, so they move in an arc. */
function leaps({ role }: Piece): boolean {
  return role === 'knight'
}

/** Turns a piece halfway to the enemy, so that both players still see a horse's profile. */
function facing({ side }: Piece): number {
  return indexOf(side) === 0 ? 0.5 : Math.PI + 0.5
}
