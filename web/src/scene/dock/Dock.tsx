import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import type { TargetedPointerEvent } from 'preact'

import './Dock.css'
import { WIDTH_MIN, clampWidth, saveDock, savedDock, widthMax } from './saved-dock'
import { FLAT_LEVELS, FLAT_LEVELS_WIDTH } from '../../words-later'

/** The window has room for the dock, the board and the panel. */
const ROOMY = '(width >= 76rem)'
const KEY_STEP = 24

/**
 * Shows, hides and resizes the flat levels beside the scene. The levels themselves belong to the screen, which reads the
 * width from the style of the document.
 */
export function Dock() {
  const [dock, setDock] = useState(() => savedDock(matchMedia(ROOMY).matches))
  const { isOpen, width } = dock
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--dock', `${width}px`)
    return () => {
      style.removeProperty('--dock')
    }
  }, [width])
  useEffect(() => saveDock(dock), [dock])

  const resize = (to: number) => setDock({ isOpen, width: clampWidth(to) })
  const onPointerDown = ({ currentTarget, pointerId }: TargetedPointerEvent<HTMLElement>) =>
    currentTarget.setPointerCapture(pointerId)
  const onPointerMove = ({
    currentTarget,
    pointerId,
    movementX,
  }: TargetedPointerEvent<HTMLElement>) => {
    if (currentTarget.hasPointerCapture(pointerId)) resize(width + movementX)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: width - KEY_STEP,
      ArrowRight: width + KEY_STEP,
      Home: WIDTH_MIN,
      End: widthMax(),
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    resize(to)
  }
  return (
    <>
      <button
        type="button"
        className="viewpoints-button dock-toggle"
        aria-pressed={isOpen}
        aria-label={FLAT_LEVELS}
        title={FLAT_LEVELS}
        onClick={() => setDock({ isOpen: !isOpen, width })}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M3 5h18v14H3zM10 5v14M3 12h7" />
        </svg>
      </button>
      {isOpen && (
        <div
          className="dock-handle"
          role="separator"
          aria-orientation="vertical"
          aria-label={FLAT_LEVELS_WIDTH}
          aria-valuenow={width}
          aria-valuemin={WIDTH_MIN}
          aria-valuemax={widthMax()}
          tabIndex={0}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onKeyDown={onKeyDown}
        />
      )}
    </>
  )
}
