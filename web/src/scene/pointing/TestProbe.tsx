import { useThree } from '@react-three/fiber'
import { useLayoutEffect } from 'react'

import { bodiesOf } from './candidates'
import { exposeScene } from './test-probe'
import type { Stage } from '../camera/stage'
import type { Position } from '../../raum'

/** Exposes the scene to browser tests. */
export function TestProbe({ stage, position }: { stage: Stage; position: Position }) {
  const renderer = useThree((state) => state.gl)
  useLayoutEffect(() => {
    return exposeScene(renderer.domElement, stage, renderer, () => bodiesOf(stage.layout, position))
  }, [renderer, stage, position])
  return null
}
