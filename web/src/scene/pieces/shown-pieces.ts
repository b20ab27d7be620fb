// Pieces during the animation from the previous position to the current one.

import { Object3D, Vector3 } from 'three'

import { placeOf, sizeOf } from '../camera/layout'
import type { Layout } from '../camera/layout'
import type { Carried } from '../camera/stage'
import { isSame, keyOf } from '../../board/cell'
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

/** What moves pieces besides the animation of a move. */
export interface Handling {
  /** The piece in the player's hand. */
  carried: Carried | null
  /** The piece last let go: its move starts where it was dropped. */
  dropped: Carried | null
  /** The cell of a mated king, and how far it has tipped over, from 0 to 1. */
  mated: Cell | null
  tip: number
}

const transform = new Object3D()
const origin = new Vector3()
/** How high a piece is lifted to be carried to its new cell. */
const LIFT = 0.16
/** The angle at which a king lies on its side. */
const LYING = 1.42

/** A piece's transform after a share of the animation. Reused by the next call. */
export function transformOf(
  layout: Layout,
  shown: ShownPiece,
  share: number,
  { carried, dropped, mated, tip }: Handling,
): Object3D {
  const { piece, from } = shown
  const { height, radius } = sizeOf(layout, piece.role)
  placeOf(layout, piece.cell, transform.position)
  transform.rotation.set(0, facing(piece), 0)
  if (carried && isSame(piece.cell, carried.cell)) {
    transform.position.copy(carried.place)
  } else if (from && share < 1) {
    const eased = share * share * (3 - 2 * share)
    const isDropped = dropped !== null && isSame(from, dropped.cell)
    if (isDropped) origin.copy(dropped.place)
    else placeOf(layout, from, origin)
    const distance = origin.distanceTo(transform.position)
    const lift = isDropped ? 0 : leaps(piece) ? 0.3 * distance : LIFT
    transform.position.lerp(origin, 1 - eased)
    transform.position.y += lift * 4 * eased * (1 - eased)
  } else if (mated && isSame(piece.cell, mated)) {
    // Falls over the edge of its foot, ever faster.
    const angle = LYING * tip * tip
    transform.rotation.set(0, 0, -angle)
    transform.position.x += radius * (1 - Math.cos(angle))
    transform.position.y += radius * Math.sin(angle) * 0.9
  }
  transform.scale.set(radius, height, radius)
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
