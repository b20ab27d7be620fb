// What pointing means in a position: the link between gestures and the choice of a move.

import { useLayoutEffect, useMemo, useRef } from 'react'
import type { RefObject } from 'react'

import { bodiesOf, candidatesOf } from './candidates'
import { listen } from './gestures'
import type { Meaning } from './gestures'
import { cellUnder, pick } from './pick'
import type { Focus } from './presence'
import type { Stage } from './stage'
import { isSame } from '../board/cell'
import type { Choice } from '../board/choice'
import type { Cell, Position } from '../raum'

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
  },
): void {
  const { position, choice, focus, onHover, onFocus } = scene
  const { layout } = stage
  const candidates = useMemo(
    () => candidatesOf(layout, position, choice),
    [layout, position, choice],
  )
  const bodies = useMemo(() => bodiesOf(layout, position), [layout, position])
  const meaning = useRef<Meaning>(null)

  useLayoutEffect(() => {
    const eye = () => {
      const { clientWidth: width = 1, clientHeight: height = 1 } = element.current ?? {}
      return { camera: stage.camera, width, height }
    }
    const level = focus?.level ?? null
    let seen: Cell | null = null
    meaning.current = {
      pick: (point, isTouch) => {
        const aim = { selected: choice.selected, focus: level, isTouch }
        const cell = pick(eye(), layout, point, candidates, aim)
        return candidates.find((each) => isSame(each.cell, cell)) ?? null
      },
      under: (point) => cellUnder(eye(), layout, point, bodies),
      press: choice.press,
      lift: choice.lift,
      cancel: choice.cancel,
      hover: (cell) => {
        // The page is told only when the pointer comes to another cell.
        if (!isSame(cell, seen)) onHover(cell)
        seen = cell
      },
      shiftFocus: (by) => {
        const { z } = layout.extent
        // Beyond the highest and the lowest level, all are looked at.
        const next = level === null ? (by > 0 ? 0 : z - 1) : level + by
        onFocus(next >= 0 && next < z ? next : null)
      },
    }
  }, [element, stage, layout, candidates, bodies, choice, focus, onHover, onFocus])

  useLayoutEffect(() => {
    if (!element.current) return
    return listen(element.current, stage, () => {
      if (!meaning.current) throw new Error('pointing means nothing yet')
      return meaning.current
    })
  }, [element, stage])
}
