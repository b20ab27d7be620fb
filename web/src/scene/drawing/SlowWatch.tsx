import { useFrame } from '@react-three/fiber'
import { useState } from 'react'

import { Pace } from './detail'

/** Calls `onSlow` when animations stutter. */
export function SlowWatch({ onSlow }: { onSlow: () => void }) {
  const [pace] = useState(() => new Pace())
  useFrame((_, seconds) => {
    if (pace.isSlowAfter(seconds)) onSlow()
  })
  return null
}
