/** @jsxImportSource react */

import { useThree } from '@react-three/fiber'
import { useLayoutEffect } from 'react'
import {
  BackSide,
  BoxGeometry,
  Color,
  Mesh,
  MeshBasicMaterial,
  PMREMGenerator,
  Scene,
  SphereGeometry,
} from 'three'

import type { Palette } from './palette'

/** Lamps around the board: where, how large, which colour, how bright. */
const LAMPS: [place: [number, number, number], size: [number, number, number], string, number][] = [
  // A warm window to the left, above the player.
  [[-6, 7, 5], [5, 0.2, 4], '#ffe9cc', 9],
  // A cool sky to the right.
  [[8, 5, 1], [0.2, 5, 6], '#cfe0ff', 2.2],
  // A strip behind the board, for the rims.
  [[0, 4.5, -8], [9, 1.2, 0.2], '#e9ecff', 5],
  // A small bright lamp, for highlights.
  [[2, 8, 3], [1, 0.2, 1], '#fff6e6', 18],
]

/** Lights the scene by reflections of a room of lamps, made in code and prefiltered once. */
export function Environment({ palette }: { palette: Palette }) {
  const { glow, ground, isDark } = palette
  const stateOf = useThree((state) => state.get)
  useLayoutEffect(() => {
    const { gl, scene, invalidate } = stateOf()
    const generator = new PMREMGenerator(gl)
    const room = roomOf(glow, ground, isDark)
    const target = generator.fromScene(room, 0.04)
    generator.dispose()
    scene.environment = target.texture
    scene.environmentIntensity = 0.8
    invalidate()
    return () => {
      scene.environment = null
      target.dispose()
    }
  }, [stateOf, glow, ground, isDark])
  return null
}

function roomOf(glow: string, ground: string, isDark: boolean): Scene {
  const room = new Scene()
  const add = (geometry: BoxGeometry | SphereGeometry, colour: Color) => {
    const material = new MeshBasicMaterial({ color: colour, side: BackSide, toneMapped: false })
    const mesh = new Mesh(geometry, material)
    room.add(mesh)
    return mesh
  }
  add(
    new SphereGeometry(20, 16, 12),
    new Color(isDark ? '#565a70' : glow).multiplyScalar(isDark ? 0.8 : 0.7),
  )
  // The table reflects light back up.
  add(
    new BoxGeometry(30, 0.2, 30),
    new Color(isDark ? '#40405a' : ground).multiplyScalar(0.7),
  ).position.y = -4
  for (const [place, size, colour, strength] of LAMPS) {
    const lamp = add(new BoxGeometry(...size), new Color(colour).multiplyScalar(strength))
    lamp.position.set(...place)
    lamp.lookAt(0, 0, 0)
  }
  return room
}
