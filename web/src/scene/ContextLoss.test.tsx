import { act, render, screen } from '@testing-library/react'
import { Component } from 'react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'

import { ContextLoss } from './ContextLoss'
import * as later from '../words-later'

const canvas = document.createElement('canvas')
vi.mock('@react-three/fiber', () => ({
  useThree: (select: (state: { gl: { domElement: HTMLCanvasElement } }) => unknown) =>
    select({ gl: { domElement: canvas } }),
}))

class Around extends Component<{ children: ReactNode }, { message: string | null }> {
  override state: { message: string | null } = { message: null }

  static getDerivedStateFromError({ message }: Error) {
    return { message }
  }

  override render() {
    return this.state.message ?? this.props.children
  }
}

it('throws when the WebGL context is lost', () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  const { unmount } = render(
    <Around>
      <p>all is well</p>
      <ContextLoss />
    </Around>,
  )
  expect(screen.getByText('all is well')).toBeVisible()
  act(() => {
    canvas.dispatchEvent(new Event('webglcontextlost'))
  })
  expect(screen.getByText(later.CONTEXT_LOST)).toBeVisible()
  unmount()
})
