import { useThree } from '@react-three/fiber'
import { useEffect, useState } from 'react'

import * as later from '../words-later'

/** Fails as soon as the graphics card is lost. Whoever shows the scene has the flat board, and goes on with that. */
export function Loss() {
  const canvas = useThree((state) => state.gl.domElement)
  const [isLost, lose] = useState(false)
  useEffect(() => {
    const lost = () => lose(true)
    canvas.addEventListener('webglcontextlost', lost)
    return () => canvas.removeEventListener('webglcontextlost', lost)
  }, [canvas])
  if (isLost) throw new Error(later.SCENE_LOST)
  return null
}
