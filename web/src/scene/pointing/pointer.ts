// Connects gestures to the choice of a move in the current position.

import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { RefObject } from 'preact'

import { bodiesOf, candidatesOf } from './candidates'
import { listen } from './gestures'
import type { PointerActions } from './gestures'
import { cellUnder, handAt, pick } from './pick'
import type { Aim } from './pick'
import type { Focus } from '../drawing/opacity'
import type { Eye, Point } from './sight'
import type { Stage } from '../camera/stage'
import { isSame } from '../../board/cell'
import type { Choice } from '../../board/choice'
import type { Cell, Position } from '../../raum'

/** A click within this distance of the last one repeats it. A finger is less precise than a mouse. */
const REPEAT_PIXELS = { mouse: 2, touch: 8 }

/** Handles pointing on an element. */
export function usePointer(
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
  const { selected, targets, movesTo, press, lift, cancel } = choice
  const candidates = useMemo(
    () => candidatesOf(layout, position, { targets }),
    [layout, position, targets],
  )
  // A drag from a piece without moves turns the board.
  const movable = useMemo(
    () => candidates.filter(({ cell }) => position.legal.some(({ from }) => isSame(from, cell))),
    [candidates, position],
  )
  const bodies = useMemo(() => bodiesOf(layout, position), [layout, position])
  const actions = useRef<PointerActions>(null)
  const hoveredCell = useRef<Cell | null>(null)
  /** The last click on a piece, with the viewpoint and gap at that time. */
  const clicked = useRef({ x: NaN, y: NaN, cell: null as Cell | null, goal: stage.goal, gap: 0 })

  useLayoutEffect(() => {
    const eye: Eye = { camera: stage.camera, width: 1, height: 1 }
    const currentEye = () => {
      eye.width = element.current?.clientWidth ?? 1
      eye.height = element.current?.clientHeight ?? 1
      return eye
    }
    const find = (point: Point, isTouch: boolean, wanted: Aim['wanted'], among = candidates) =>
      pick(currentEye(), layout, point, among, { selected, wanted, focus, isTouch })
    const isRepeated = ({ x, y }: Point, isTouch: boolean) => {
      const { cell, goal, gap, ...at } = clicked.current
      const isSameView = goal === stage.goal && gap === stage.gap
      const isNear = Math.hypot(x - at.x, y - at.y) < REPEAT_PIXELS[isTouch ? 'touch' : 'mouse']
      return isSameView && isNear && selected !== null && isSame(selected, cell)
    }
    const level = focus?.level ?? null
    actions.current = {
      pick: (point, isTouch) => {
        const picked = find(point, isTouch, isRepeated(point, isTouch) ? 'another' : 'anything')
        return picked && { cell: picked.cell, isTarget: movesTo(picked.cell).length > 0 }
      },
      grasp: (point, isTouch) => find(point, isTouch, 'piece', movable)?.cell ?? null,
      under: (point) => cellUnder(currentEye(), layout, point, bodies),
      press: (cell, { x, y }) => {
        clicked.current = { x, y, cell, goal: stage.goal, gap: stage.gap }
        press(cell)
      },
      lift,
      carry: (cell, point, isTouch) => {
        const picked = find(point, isTouch, 'anything')
        const over = picked && movesTo(picked.cell).length > 0 ? picked.cell : null
        stage.carry({
          cell,
          place: handAt(currentEye(), layout, point, cell, over),
        })
      },
      letGo: () => {
        if (stage.carried) stage.carry(null)
      },
      cancel,
      hover: (cell) => {
        // Renders only when the pointer enters another cell.
        if (isSame(cell, hoveredCell.current)) return
        hoveredCell.current = cell
        onHover(cell)
      },
      shiftFocus: (by) => {
        const { z } = layout.extent
        // Past the highest and lowest level, the focus is cleared.
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
    movesTo,
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
      if (!actions.current) throw new Error('the pointer has no actions yet')
      return actions.current
    })
  }, [element, stage])
}
