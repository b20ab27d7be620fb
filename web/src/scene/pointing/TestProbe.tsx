import { useThree } from '@react-three/fiber'
import { useLayoutEffect } from 'react'

import { bodiesOf } from './candidates'
import { exposeScene } from './test-probe'
import type { Stage } from '../camera/stage'
import type { Position } from '../../raum'

/** Exposes the scene to browser tests. */
export function TestProbe({ stage, position }: { stage: Stage; position: Position }) {
  const renderer = useThree((state) => state.gl)
  const scene = useThree((state) => state.scene)
  const draw = useThree((state) => state.invalidate)
  useLayoutEffect(() => {
    return exposeScene(renderer.domElement, stage, { renderer, scene, draw }, () =>
      bodiesOf(stage.layout, position),
    )
  }, [renderer, scene, draw, stage, position])
  return null
}
