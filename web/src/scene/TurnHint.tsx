import { useEffect, useState } from 'preact/hooks'

import './TurnHint.css'
import type { Stage } from './camera/stage'
import { store, stored } from '../storage'
import { TURN_HINT } from '../words-later'

const NAME = 'turned'

/** Tells a visitor for a moment that the board turns, at each visit until they have turned it. */
export function TurnHint({ stage }: { stage: Stage }) {
  const [isShown, show] = useState(() => stored(NAME) === null)
  useEffect(() => {
    if (!isShown) return
    return stage.onTurn(() => {
      store(NAME, 'yes')
      show(false)
    })
  }, [stage, isShown])
  // Screen readers get it from the label of the scene.
  return (
    isShown && (
      <p className="turn-hint" aria-hidden="true">
        {matchMedia('(pointer: coarse)').matches ? TURN_HINT.finger : TURN_HINT.mouse}
      </p>
    )
  )
}
