import { useFrame, useThree } from '@react-three/fiber'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { Color } from 'three'

import { shownPieces, isMoving } from './shown-pieces'
import { PieceMeshes } from './piece-meshes'
import type { Appearance } from './piece-meshes'
import type { Palette } from '../drawing/palette'
import { useDisposal } from '../drawing/redraw'
import type { Stage } from '../camera/stage'
import { isSame } from '../../board/cell'
import { useMotion } from '../../board/motion'
import type { Cell, Piece, Position } from '../../raum'

/** The pieces of a position. They glide from their cells in the previous position. */
export function Pieces(props: {
  stage: Stage
  palette: Palette
  position: Position
  opacityAt: (cell: Cell) => number
  /** Called after each frame in which a piece moved. */
  onMove: () => void
}) {
  const { stage, palette, position, opacityAt, onMove } = props
  const invalidate = useThree((state) => state.invalidate)
  const [motion] = useMotion(position)
  const shown = useMemo(() => shownPieces(position.pieces, motion), [position.pieces, motion])

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

  const drawn = useRef({ share: 1, rise: 0, motion })
  useLayoutEffect(() => {
    // A change of colours or legal moves alone must not replay the animation.
    const isNew = drawn.current.motion !== motion
    if (isNew) drawn.current.share = palette.glideSeconds > 0 && shown.some(isMoving) ? 0 : 1
    drawn.current.motion = motion
    drawn.current.rise = 0
    invalidate()
  }, [shown, motion, appearance, palette.glideSeconds, invalidate])

  useFrame((_, seconds) => {
    const now = drawn.current
    if (now.share === 1 && now.rise === stage.layout.rise) return
    if (now.share < 1) {
      now.share = Math.min(1, now.share + Math.min(seconds, 1 / 30) / palette.glideSeconds)
      invalidate()
    }
    // While one piece moves, all are redrawn: they are few.
    now.rise = now.share < 1 ? 0 : stage.layout.rise
    meshes.draw(stage.layout, shown, now.share, appearance)
    onMove()
  })

  return <primitive object={meshes.group} />
}
