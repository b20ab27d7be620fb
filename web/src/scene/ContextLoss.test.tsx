// @vitest-environment node
/** @jsxImportSource react */
import { act, create } from '@react-three/test-renderer'
import { Component } from 'react'
import type { ReactNode } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'

import { ContextLoss } from './ContextLoss'
import * as later from '../words-later'

const canvas = new EventTarget()
vi.mock(import('@react-three/fiber'), async (original) => ({
  ...(await original()),
  useThree: ((select: (state: { gl: { domElement: EventTarget } }) => unknown) =>
    select({ gl: { domElement: canvas } })) as never,
}))

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})

let message: string | null = null

class Around extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: Error) {
    message = error.message
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}

it('throws when the WebGL context is lost', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  const renderer = await create(
    <Around>
      <ContextLoss />
    </Around>,
  )
  expect(message).toBeNull()
  await act(async () => {
    canvas.dispatchEvent(new Event('webglcontextlost'))
    await Promise.resolve()
  })
  expect(message).toBe(later.CONTEXT_LOST)
  await renderer.unmount()
})
