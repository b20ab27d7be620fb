import { useFrame, useThree } from '@react-three/fiber'
import { useLayoutEffect, useRef } from 'react'

import type { Stage } from './stage'

/** Poses the camera as the stage says, before anything else is drawn. A resting stage asks for no frame. */
export function Camera(props: {
  stage: Stage
  isStill: boolean
  /** Told when the board rests and is seen otherwise than at the rest before. */
  onRest: () => void
}) {
  const { stage, isStill, onRest } = props
  const invalidate = useThree((state) => state.invalidate)
  const size = useThree((state) => state.size)
  useLayoutEffect(() => {
    stage.attend(invalidate, isStill)
  }, [stage, invalidate, isStill, size])
  const rest = useRef({ goal: stage.goal, gap: stage.gap })
  useFrame((_, seconds) => {
    // After a rest, the time since the last frame says nothing.
    if (stage.step(Math.min(seconds, 1 / 30))) invalidate()
    else if (rest.current.goal !== stage.goal || rest.current.gap !== stage.gap) {
      rest.current = { goal: stage.goal, gap: stage.gap }
      onRest()
    }
  }, -1)
  return null
}
