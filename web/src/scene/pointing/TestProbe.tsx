import { useThree } from '@react-three/fiber'
import { useLayoutEffect } from 'react'

import { bodiesOf } from './candidates'
import { answerTests } from './test-probe'
import type { Stage } from '../camera/stage'
import type { Position } from '../../raum'

/** Lets tests ask about the scene. */
export function Probe({ stage, position }: { stage: Stage; position: Position }) {
  const renderer = useThree((state) => state.gl)
  useLayoutEffect(() => {
    return answerTests(renderer.domElement, stage, renderer, () => bodiesOf(stage.layout, position))
  }, [renderer, stage, position])
  return null
}
