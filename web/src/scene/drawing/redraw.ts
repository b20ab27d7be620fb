import { useFrame, useThree } from '@react-three/fiber'
import { useEffect, useLayoutEffect, useRef } from 'react'

import type { Stage } from '../camera/stage'

/** Draws something before the next frame whenever `draw` is another one, or the levels move. */
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

/** Gives back what the graphics card holds of something that is no longer drawn. */
export function useDisposal(thing: { dispose: () => void }): void {
  useEffect(() => () => thing.dispose(), [thing])
}
