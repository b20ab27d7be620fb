// Measures the part of the scene's image that no control covers. The style sheets decide which it is.

import { useLayoutEffect } from 'preact/hooks'
import type { RefObject } from 'preact'

import type { Stage } from './stage'

/** Keeps the board of a stage in the area of an element inside its image. */
export function useFreeArea(
  image: RefObject<HTMLElement | null>,
  area: RefObject<HTMLElement | null>,
  stage: Stage,
): void {
  useLayoutEffect(() => {
    const [whole, part] = [image.current, area.current]
    if (!whole || !part) return
    const measure = () => {
      const [around, inner] = [whole.getBoundingClientRect(), part.getBoundingClientRect()]
      // A hidden image has no size.
      if (inner.width <= 0 || inner.height <= 0) return
      stage.showIn({
        left: (inner.left - around.left) / around.width,
        top: (inner.top - around.top) / around.height,
        width: inner.width / around.width,
        height: inner.height / around.height,
      })
    }
    const observer = new ResizeObserver(measure)
    observer.observe(whole)
    observer.observe(part)
    return () => observer.disconnect()
  }, [image, area, stage])
}
