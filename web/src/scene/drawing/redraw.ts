import { useFrame, useThree } from '@react-three/fiber'
import { useEffect, useLayoutEffect, useRef } from 'react'

import type { Stage } from '../camera/stage'

/** Calls `draw` before the next frame whenever `draw` itself, the rise of the levels or the shape of the image has changed. */
export function useRedraw(stage: Stage, draw: () => void): void {
  const invalidate = useThree((state) => state.invalidate)
  const drawn = useRef<{ draw: () => void; rise: number; aspect: number } | null>(null)
  useLayoutEffect(() => {
    invalidate()
  }, [draw, invalidate])
  useFrame(() => {
    const { rise } = stage.layout
    const { areaAspect: aspect } = stage
    const was = drawn.current
    if (was?.draw === draw && was.rise === rise && was.aspect === aspect) return
    drawn.current = { draw, rise, aspect }
    draw()
  })
}

/** Frees an object's GPU resources on unmount. */
export function useDisposal(thing: { dispose: () => void }): void {
  useEffect(() => () => thing.dispose(), [thing])
}
