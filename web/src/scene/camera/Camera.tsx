import { useFrame, useThree } from '@react-three/fiber'
import { useLayoutEffect, useRef } from 'react'

import type { Stage } from './stage'

/** Poses the camera from the stage before anything else is drawn. A stage at rest requests no frames. */
export function Camera(props: {
  stage: Stage
  isStill: boolean
  /** Called when the camera settles on a new viewpoint or gap. */
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
    // After a rest, the time since the last frame is meaningless, so it is capped.
    if (stage.step(Math.min(seconds, 1 / 30))) invalidate()
    else if (rest.current.goal !== stage.goal || rest.current.gap !== stage.gap) {
      rest.current = { goal: stage.goal, gap: stage.gap }
      onRest()
    }
  }, -1)
  return null
}
