import { useFrame, useThree } from '@react-three/fiber'
import { useEffect, useLayoutEffect, useRef } from 'react'

import type { Stage } from '../camera/stage'

/** Calls `draw` before the next frame whenever `draw` itself or the gap between levels has changed. */
export function useRedraw(stage: Stage, draw: () => void): void {
  const invalidate = useThree((state) => state.invalidate)
  const drawn = useRef<{ draw: () => void; gap: number } | null>(null)
  useLayoutEffect(() => {
    invalidate()
  }, [draw, invalidate])
  useFrame(() => {
    const { gap } = stage.layout
    if (drawn.current?.draw === draw && drawn.current.gap === gap) return
    drawn.current = { draw, gap }
    draw()
  })
}

/** Frees an object's GPU resources on unmount. */
export function useDisposal(thing: { dispose: () => void }): void {
  useEffect(() => () => thing.dispose(), [thing])
}
