import { useThree } from '@react-three/fiber'
import { useEffect, useState } from 'react'

import * as later from '../words-later'

/** Throws when the WebGL context is lost. The scene's error boundary then shows the flat board. */
export function ContextLoss() {
  const canvas = useThree((state) => state.gl.domElement)
  const [isLost, lose] = useState(false)
  useEffect(() => {
    const lost = () => lose(true)
    canvas.addEventListener('webglcontextlost', lost)
    return () => canvas.removeEventListener('webglcontextlost', lost)
  }, [canvas])
  if (isLost) throw new Error(later.CONTEXT_LOST)
  return null
}
