import { useThree } from '@react-three/fiber'
import { useEffect } from 'react'

import type { Palette } from './drawing/palette'
import { offerPhotos } from './photo'

/** Offers pictures of the board as it is seen, with its ground, to share them. */
export function Photographer({ palette }: { palette: Palette }) {
  const renderer = useThree((state) => state.gl)
  const scene = useThree((state) => state.scene)
  const camera = useThree((state) => state.camera)
  useEffect(
    () =>
      offerPhotos(() => {
        const { domElement: drawn } = renderer
        const photo = document.createElement('canvas')
        photo.width = drawn.width
        photo.height = drawn.height
        const context = photo.getContext('2d')
        if (!context) return null
        paintGround(context, palette)
        // Browsers clear the drawing when they have shown it, so it is drawn again and copied at once.
        renderer.render(scene, camera)
        context.drawImage(drawn, 0, 0)
        return photo
      }),
    [renderer, scene, camera, palette],
  )
  return null
}

/** The ground as in Scene.tsx: an ellipse that reaches the farthest corner, with its centre above the middle. */
function paintGround(context: CanvasRenderingContext2D, { glow, ground }: Palette): void {
  const { width, height } = context.canvas
  const gradient = context.createRadialGradient(0, 0, 0, 0, 0, 1)
  gradient.addColorStop(0, glow)
  gradient.addColorStop(0.8, ground)
  gradient.addColorStop(1, ground)
  context.fillStyle = ground
  context.fillRect(0, 0, width, height)
  context.save()
  context.translate(width * 0.5, height * 0.45)
  context.scale(width * 0.5 * Math.SQRT2, height * 0.55 * Math.SQRT2)
  context.fillStyle = gradient
  context.fillRect(-1, -1, 2, 2)
  context.restore()
}
