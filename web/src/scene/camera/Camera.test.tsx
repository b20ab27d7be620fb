// @vitest-environment node
/** @jsxImportSource react */
import { act, create } from '@react-three/test-renderer'
import { beforeAll, expect, it, vi } from 'vitest'

import { Camera } from './Camera'
import { GAP } from './layout'
import { Stage } from './stage'
import { namedViewpoint } from './viewpoints'

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})

it('calls onRest once per settled change, and not when nothing changed', async () => {
  const stage = new Stage('space', namedViewpoint('mine', false), GAP.usual)
  const onRest = vi.fn()
  const renderer = await create(<Camera stage={stage} isStill={false} onRest={onRest} />)
  const frames = async (count: number) => {
    await act(async () => {
      await renderer.advanceFrames(count, 1 / 30)
    })
  }
  await frames(3)
  expect(onRest).not.toHaveBeenCalled()
  stage.turn(1, 0)
  await frames(1)
  expect(onRest).not.toHaveBeenCalled()
  await frames(60)
  expect(onRest).toHaveBeenCalledOnce()
  stage.turn(0, 0)
  await frames(3)
  expect(onRest).toHaveBeenCalledOnce()
  stage.spread(GAP.wide)
  await frames(60)
  expect(onRest).toHaveBeenCalledTimes(2)
})
