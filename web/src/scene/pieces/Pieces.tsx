/** @jsxImportSource react */

import { useFrame, useThree } from '@react-three/fiber'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { Color } from 'three'

import { shownPieces, isMoving } from './shown-pieces'
import { PieceMeshes } from './piece-meshes'
import { useMotion } from './useMotion'
import { trayAspect } from '../camera/tray'
import type { CapturedPiece } from '../camera/tray'
import type { Appearance } from './piece-meshes'
import type { Palette } from '../drawing/palette'
import { useDisposal } from '../drawing/redraw'
import type { Stage } from '../camera/stage'
import { isSame } from '../../board/cell'
import type { Cell, Piece, Position } from '../../raum'

/** The time a mated king takes to fall. */
const FALL_SECONDS = 0.55

/** The pieces of a position. They glide from their cells in the previous position. */
export function Pieces(props: {
  stage: Stage
  palette: Palette
  position: Position
  /** The captured pieces. */
  tray: readonly CapturedPiece[]
  opacityAt: (cell: Cell) => number
  /** Called after each frame in which a piece moved. */
  onMove: () => void
}) {
  const { stage, palette, position, tray, opacityAt, onMove } = props
  const invalidate = useThree((state) => state.invalidate)
  const motion = useMotion(position)
  const shown = useMemo(
    () => shownPieces(position.pieces, motion, tray),
    [position.pieces, motion, tray],
  )

  const meshes = useMemo(() => new PieceMeshes(palette), [palette])
  useDisposal(meshes)

  const appearance = useMemo<Appearance>(() => {
    const red = new Color(palette.check)
    const colourOf = (piece: Piece, into: Color) => {
      into.set(piece.side === 'white' ? palette.white : palette.black)
      return isSame(piece.cell, position.check) ? into.lerp(red, 0.75) : into
    }
    return { colourOf, opacityAt }
  }, [palette, position.check, opacityAt])

  const mated = position.outcome?.reason === 'checkmate' ? position.check : null
  const drawn = useRef({
    share: 1,
    tip: mated ? 1 : 0,
    rise: 0,
    motion,
    carried: stage.carried,
    hasTray: false,
  })
  useLayoutEffect(() => {
    // A change of colours or legal moves alone must not replay the animation.
    const isNew = drawn.current.motion !== motion
    if (isNew) {
      const isAnimated = palette.glideSeconds > 0 && shown.some(isMoving)
      drawn.current.share = isAnimated ? 0 : 1
      // A mated king falls after the last move.
      drawn.current.tip = mated && !isAnimated ? 1 : 0
    }
    drawn.current.motion = motion
    drawn.current.rise = 0
    invalidate()
  }, [shown, motion, mated, appearance, palette.glideSeconds, invalidate])

  useFrame((_, seconds) => {
    const now = drawn.current
    const isFalling = mated !== null && now.tip < 1
    const hasTray = stage.areaAspect >= trayAspect(stage.layout)
    const isStill =
      now.share === 1 && !isFalling && now.carried === stage.carried && now.hasTray === hasTray
    if (isStill && now.rise === stage.layout.rise) return
    const step = Math.min(seconds, 1 / 30)
    if (now.share < 1) now.share = Math.min(1, now.share + step / palette.glideSeconds)
    else if (isFalling) now.tip = Math.min(1, now.tip + step / FALL_SECONDS)
    const isMoved = now.share < 1 || (mated !== null && now.tip < 1)
    if (isMoved) invalidate()
    // While one piece moves, all are redrawn: they are few.
    now.rise = isMoved ? 0 : stage.layout.rise
    now.carried = stage.carried
    now.hasTray = hasTray
    const { carried, dropped } = stage
    meshes.draw(
      stage.layout,
      shown,
      now.share,
      { carried, dropped, mated, tip: now.tip, hasTray },
      appearance,
    )
    onMove()
  })

  return <primitive object={meshes.group} />
}
