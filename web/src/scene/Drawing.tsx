/** @jsxImportSource react */

import { extend } from '@react-three/fiber'
import { Component } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { DirectionalLight, HemisphereLight, Mesh, MeshBasicMaterial } from 'three'

import { Board3D } from './Board3D'
import { Camera } from './camera/Camera'
import { ContextLoss } from './ContextLoss'
import { Environment } from './drawing/Environment'
import { SlowWatch } from './drawing/SlowWatch'
import { Photographer } from './Photographer'
import { TestProbe } from './pointing/TestProbe'
import { IS_PROBED } from './pointing/test-probe'

// The elements that drawings use. Fiber's own catalogue is the whole of three.
extend({ DirectionalLight, HemisphereLight, Mesh, MeshBasicMaterial })

export interface DrawingProps extends ComponentProps<typeof Board3D> {
  isDetailed: boolean
  /** A board that offers no photos and does not save how it is viewed. */
  isPicture: boolean
  onRest: () => void
  onSlow: () => void
  /** Called when drawing fails, or the WebGL context is lost. */
  onFail: (error: unknown) => void
}

/** Everything that is drawn on the canvas of a 3D board. */
export function Drawing(props: DrawingProps) {
  const { isDetailed, isPicture, onRest, onSlow, onFail, ...board } = props
  const { stage, palette, position } = board
  return (
    <Failsafe onFail={onFail}>
      <Camera stage={stage} onRest={onRest} isStill={palette.glideSeconds === 0} />
      <Board3D {...board} />
      {isDetailed && <Environment palette={palette} />}
      {isDetailed && <SlowWatch onSlow={onSlow} />}
      <ContextLoss />
      {!isPicture && <Photographer stage={stage} palette={palette} />}
      {IS_PROBED && <TestProbe stage={stage} position={position} />}
    </Failsafe>
  )
}

interface FailsafeProps {
  onFail: (error: unknown) => void
  children: ReactNode
}

/** Draws nothing more after an error. React requires a class for it. */
class Failsafe extends Component<FailsafeProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onFail(error)
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
