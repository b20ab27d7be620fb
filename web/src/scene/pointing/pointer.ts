// What pointing means in a position: the link between gestures and the choice of a move.

import { useLayoutEffect, useMemo, useRef } from 'react'
import type { RefObject } from 'react'

import { bodiesOf, candidatesOf } from './candidates'
import { listen } from './gestures'
import type { Meaning } from './gestures'
import { cellUnder, pick } from './pick'
import type { Aim } from './pick'
import type { Focus } from '../drawing/opacity'
import type { Eye, Point } from './sight'
import type { Stage } from '../camera/stage'
import { isSame } from '../../board/cell'
import type { Choice } from '../../board/choice'
import type { Cell, Position } from '../../raum'

/** A click nearer to the one before than this is the same click again. A finger comes back less exactly than a mouse. */
const REPEAT_PIXELS = { mouse: 2, touch: 8 }

/** Lets an element be pointed at. */
export function useMeaning(
  element: RefObject<HTMLElement | null>,
  stage: Stage,
  scene: {
    position: Position
    choice: Choice
    focus: Focus | null
    onHover: (cell: Cell | null) => void
    onFocus: (level: number | null) => void
    onLookDown: () => void
  },
): void {
  const { position, choice, focus, onHover, onFocus, onLookDown } = scene
  const { layout } = stage
  const { selected, targets, press, lift, cancel } = choice
  const candidates = useMemo(
    () => candidatesOf(layout, position, { targets }),
    [layout, position, targets],
  )
  // A drag that begins at a piece without moves turns the board.
  const movable = useMemo(
    () => candidates.filter(({ cell }) => position.legal.some(({ from }) => isSame(from, cell))),
    [candidates, position],
  )
  const bodies = useMemo(() => bodiesOf(layout, position), [layout, position])
  const meaning = useRef<Meaning>(null)
  const seen = useRef<Cell | null>(null)
  /** The last click on a piece, and how the board stood then. */
  const clicked = useRef({ x: NaN, y: NaN, cell: null as Cell | null, goal: stage.goal, gap: 0 })

  useLayoutEffect(() => {
    const eye: Eye = { camera: stage.camera, width: 1, height: 1 }
    const sight = () => {
      eye.width = element.current?.clientWidth ?? 1
      eye.height = element.current?.clientHeight ?? 1
      return eye
    }
    const find = (point: Point, isTouch: boolean, wanted: Aim['wanted'], among = candidates) =>
      pick(sight(), layout, point, among, { selected, wanted, focus, isTouch })
    const isRepeated = ({ x, y }: Point, isTouch: boolean) => {
      const { cell, goal, gap, ...at } = clicked.current
      const isSameSight = goal === stage.goal && gap === stage.gap
      const isNear = Math.hypot(x - at.x, y - at.y) < REPEAT_PIXELS[isTouch ? 'touch' : 'mouse']
      return isSameSight && isNear && selected !== null && isSame(selected, cell)
    }
    const level = focus?.level ?? null
    meaning.current = {
      pick: (point, isTouch) =>
        find(point, isTouch, isRepeated(point, isTouch) ? 'another' : 'anything'),
      grasp: (point, isTouch) => find(point, isTouch, 'piece', movable)?.cell ?? null,
      under: (point) => cellUnder(sight(), layout, point, bodies),
      press: (cell, { x, y }) => {
        clicked.current = { x, y, cell, goal: stage.goal, gap: stage.gap }
        press(cell)
      },
      lift,
      cancel,
      hover: (cell) => {
        // The page is told only when the pointer comes to another cell.
        if (isSame(cell, seen.current)) return
        seen.current = cell
        onHover(cell)
      },
      shiftFocus: (by) => {
        const { z } = layout.extent
        // Beyond the highest and the lowest level, all are looked at.
        const next = level === null ? (by > 0 ? 0 : z - 1) : level + by
        onFocus(next >= 0 && next < z ? next : null)
      },
      lookDown: onLookDown,
    }
  }, [
    element,
    stage,
    layout,
    candidates,
    movable,
    bodies,
    selected,
    press,
    lift,
    cancel,
    focus,
    onHover,
    onFocus,
    onLookDown,
  ])

  useLayoutEffect(() => {
    if (!element.current) return
    return listen(element.current, stage, () => {
      if (!meaning.current) throw new Error('pointing means nothing yet')
      return meaning.current
    })
  }, [element, stage])
}
