// Pieces during the animation from the previous position to the current one.

import { Object3D, Vector3 } from 'three'

import { TRAY_SCALE, trayPlace } from '../camera/tray'
import type { CapturedPiece } from '../camera/tray'
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
  /** Whether it was captured and fades out, if there is no room for a tray. */
  isGone: boolean
  /** A captured piece in the tray. Its cell is the one on which it was captured. */
  captured: CapturedPiece | null
}

/** The pieces of a position with their motion, and the captured ones. */
export function shownPieces(
  pieces: readonly Piece[],
  { moved, gone }: Motion,
  tray: readonly CapturedPiece[],
): ShownPiece[] {
  const origins = new Map(moved.map(({ piece, from }) => [keyOf(piece.cell), from]))
  const onBoard = { isGone: false, captured: null }
  return [
    ...pieces.map((piece) => ({
      ...onBoard,
      piece,
      from: origins.get(keyOf(piece.cell)) ?? null,
    })),
    ...gone.map((piece) => ({ ...onBoard, piece, from: null, isGone: true })),
    ...tray.map((captured, at) => {
      // Of several equal pieces, the last one has just been captured.
      const isLast = tray[at + 1]?.role !== captured.role || tray[at + 1]?.side !== captured.side
      const from = isLast
        ? (gone.find(({ side, role }) => side === captured.side && role === captured.role)?.cell ??
          null)
        : null
      const { side, role } = captured
      return { ...onBoard, piece: { side, role, cell: from ?? NOWHERE }, from, captured }
    }),
  ]
}

/** The cell of a piece that is not on the board. */
const NOWHERE: Cell = { x: -1, y: -1, z: -1 }

export function isMoving({ from, isGone }: ShownPiece): boolean {
  return from !== null || isGone
}

/** A piece's opacity after a share of the animation. */
export function opacityOf(
  { isGone, captured }: ShownPiece,
  share: number,
  hasTray: boolean,
): number {
  if (captured) return hasTray ? 1 : 0
  if (!isGone) return 1
  return hasTray ? 0 : 1 - share
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
  /** Whether there is room for a tray. */
  hasTray: boolean
}

const transform = new Object3D()
const origin = new Vector3()
/** How high a piece is lifted to be carried to its new cell. */
const LIFT = 0.16
/** How high a captured piece is lifted off the board. */
const LIFT_OFF = 1.1
/** The angle at which a king lies on its side. */
const LYING = 1.42

/** A piece's transform after a share of the animation. Reused by the next call. */
export function transformOf(
  layout: Layout,
  shown: ShownPiece,
  share: number,
  { carried, dropped, mated, tip }: Handling,
): Object3D {
  const { piece, from, captured } = shown
  const { height, radius } = sizeOf(layout, piece.role)
  if (captured) return inTray(layout, captured, from, share)
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

/** A captured piece's transform: it is lifted off its cell and set down in the tray. */
function inTray(
  layout: Layout,
  captured: CapturedPiece,
  from: Cell | null,
  share: number,
): Object3D {
  const { height, radius } = sizeOf(layout, captured.role)
  trayPlace(layout, captured, transform.position)
  transform.rotation.set(0, facing(captured), 0)
  let scale = TRAY_SCALE
  if (from && share < 1) {
    const eased = share * share * (3 - 2 * share)
    transform.position.lerp(placeOf(layout, from, origin), 1 - eased)
    transform.position.y += LIFT_OFF * 4 * eased * (1 - eased)
    scale = 1 + (TRAY_SCALE - 1) * eased
  }
  transform.scale.set(radius * scale, height * scale, radius * scale)
  transform.updateMatrix()
  return transform
}

/** Knights jump, so they move in an arc. */
function leaps({ role }: Piece): boolean {
  return role === 'knight'
}

/** How far a piece is turned towards the enemy. Both players see a horse's profile. */
const TURNED = 0.15

function facing({ side }: Pick<Piece, 'side'>): number {
  return indexOf(side) === 0 ? TURNED : Math.PI + TURNED
}
