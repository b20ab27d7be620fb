import { useFrame, useThree } from '@react-three/fiber'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { Color } from 'three'

import { figuresOf, isMoving } from './figures'
import { Herd } from './piece-meshes'
import type { Look } from './piece-meshes'
import type { Palette } from '../drawing/palette'
import { useDisposal } from '../drawing/redraw'
import type { Stage } from '../camera/stage'
import { isSame } from '../../board/cell'
import { useMotion } from '../../board/motion'
import type { Cell, Piece, Position } from '../../raum'

/** The pieces of a position. They glide from where they were in the position before. */
export function Pieces(props: {
  stage: Stage
  palette: Palette
  position: Position
  presenceAt: (cell: Cell) => number
  /** Told whenever a piece is somewhere else than in the frame before. */
  onMove: () => void
}) {
  const { stage, palette, position, presenceAt, onMove } = props
  const invalidate = useThree((state) => state.invalidate)
  const [motion] = useMotion(position)
  const figures = useMemo(() => figuresOf(position.pieces, motion), [position.pieces, motion])

  const herd = useMemo(() => new Herd(), [])
  useDisposal(herd)

  const look = useMemo<Look>(() => {
    const red = new Color(palette.check)
    const colourOf = (piece: Piece, into: Color) => {
      into.set(piece.side === 'white' ? palette.ivory : palette.slate)
      return isSame(piece.cell, position.check) ? into.lerp(red, 0.75) : into
    }
    return { colourOf, presenceAt }
  }, [palette, position.check, presenceAt])

  const drawn = useRef({ share: 1, gap: 0, motion })
  useLayoutEffect(() => {
    // The same motion is not made again where only the colours or the legal moves are others.
    const isNew = drawn.current.motion !== motion
    if (isNew) drawn.current.share = palette.glideSeconds > 0 && figures.some(isMoving) ? 0 : 1
    drawn.current.motion = motion
    drawn.current.gap = 0
    invalidate()
  }, [figures, motion, look, palette.glideSeconds, invalidate])

  useFrame((_, seconds) => {
    const now = drawn.current
    if (now.share === 1 && now.gap === stage.layout.gap) return
    if (now.share < 1) {
      now.share = Math.min(1, now.share + Math.min(seconds, 1 / 30) / palette.glideSeconds)
      invalidate()
    }
    // While one moves, all are drawn again: they are few.
    now.gap = now.share < 1 ? 0 : stage.layout.gap
    herd.draw(stage.layout, figures, now.share, look)
    onMove()
  })

  return <primitive object={herd.group} />
}
