import { useFrame, useThree } from '@react-three/fiber'
import { useEffect, useLayoutEffect, useRef } from 'react'

import type { Stage } from '../camera/stage'

/** Calls `draw` before the next frame whenever `draw` itself or the rise of the levels has changed. */
export function useRedraw(stage: Stage, draw: () => void): void {
  const invalidate = useThree((state) => state.invalidate)
  const drawn = useRef<{ draw: () => void; rise: number } | null>(null)
  useLayoutEffect(() => {
    invalidate()
  }, [draw, invalidate])
  useFrame(() => {
    const { rise } = stage.layout
    if (drawn.current?.draw === draw && drawn.current.rise === rise) return
    drawn.current = { draw, rise }
    draw()
  })
}

/** Frees an object's GPU resources on unmount. */
export function useDisposal(thing: { dispose: () => void }): void {
  useEffect(() => () => thing.dispose(), [thing])
}
