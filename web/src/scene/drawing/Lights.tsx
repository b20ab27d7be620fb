/** @jsxImportSource react */

import { useCallback, useLayoutEffect, useRef } from 'react'
import type { DirectionalLight } from 'three'

import type { Palette } from './palette'

/** The warm light of a lamp. */
const KEY = '#ffe6c4'

/** A sky light, a key light that casts shadows, and a rim light from behind. */
export function Lights(props: {
  /** Half the width of the lit area. */
  reach: number
  hasShadows: boolean
  palette: Palette
  /** Receives `cast`, which re-renders the shadow map. Shadows are static until a piece moves. */
  shadows: { cast: () => void }
}) {
  const { reach, hasShadows, palette, shadows } = props
  const { isDark, lightAbove, lightBelow, lightBehind, detail } = palette
  // In full detail, the environment gives most of the light.
  const isFull = detail === 'full'
  const lamp = useRef<DirectionalLight>(null)
  const cast = useCallback(() => {
    if (lamp.current) lamp.current.shadow.needsUpdate = true
  }, [])
  useLayoutEffect(() => {
    Object.assign(shadows, { cast })
  }, [shadows, cast])
  return (
    <>
      <hemisphereLight
        args={[lightAbove, lightBelow, isFull ? (hasShadows ? 0.5 : 1.1) : isDark ? 1.7 : 1.9]}
      />
      <directionalLight
        ref={lamp}
        position={[-reach * 0.8, reach * 2.2, reach * 0.7]}
        color={isFull ? KEY : lightAbove}
        intensity={isFull ? 2.6 : 2}
        castShadow={hasShadows}
        shadow-autoUpdate={false}
        shadow-needsUpdate
        shadow-mapSize={[2048, 2048]}
        shadow-radius={5}
        shadow-bias={-0.0006}
        shadow-normalBias={0.02}
        shadow-camera-left={-reach}
        shadow-camera-right={reach}
        shadow-camera-top={reach}
        shadow-camera-bottom={-reach}
        shadow-camera-far={reach * 6}
      />
      <directionalLight
        position={[reach, reach, -reach * 1.6]}
        intensity={isFull ? 0.5 : 0.8}
        color={lightBehind}
      />
    </>
  )
}
