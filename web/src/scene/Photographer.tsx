import { useThree } from '@react-three/fiber'
import { useEffect } from 'react'

import type { Stage } from './camera/stage'
import type { Palette } from './drawing/palette'
import { offerPhotos } from './photo'

/** The least width of a picture. A board on a phone has fewer pixels. */
const WIDTH_MIN = 1080

/** Offers pictures of the board as it is seen, with its ground, to share them. Controls cover the rest of the image. */
export function Photographer({ stage, palette }: { stage: Stage; palette: Palette }) {
  const renderer = useThree((state) => state.gl)
  const scene = useThree((state) => state.scene)
  const camera = useThree((state) => state.camera)
  useEffect(
    () =>
      offerPhotos(() => {
        const photo = document.createElement('canvas')
        const context = photo.getContext('2d')
        if (!context) return null
        const { domElement: drawn } = renderer
        const shownRatio = renderer.getPixelRatio()
        const { left, top, width, height } = stage.area
        const enlarged = (WIDTH_MIN * shownRatio) / (drawn.width * width)
        renderer.setPixelRatio(Math.max(shownRatio, enlarged))
        photo.width = Math.round(drawn.width * width)
        photo.height = Math.round(drawn.height * height)
        context.translate(-Math.round(drawn.width * left), -Math.round(drawn.height * top))
        paintGround(context, drawn, palette)
        // Browsers clear the drawing when they have shown it, so it is drawn again and copied at once.
        renderer.render(scene, camera)
        context.drawImage(drawn, 0, 0)
        // The same for the board on the screen, before the browser shows it.
        renderer.setPixelRatio(shownRatio)
        renderer.render(scene, camera)
        return photo
      }),
    [renderer, scene, camera, stage, palette],
  )
  return null
}

/** The ground as in Scene.tsx: an ellipse that reaches the farthest corner, with its centre above the middle. */
function paintGround(
  context: CanvasRenderingContext2D,
  { width, height }: HTMLCanvasElement,
  { glow, ground }: Palette,
): void {
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
