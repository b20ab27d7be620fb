import { useEffect, useRef } from 'preact/hooks'
import { useEffectEvent } from '../hooks'

/** A canvas that is painted when `paint` changes. `paint` sets its size, and returns whether it could paint. */
export function Painted(props: {
  /** The picture in words. */
  label: string
  paint: (canvas: HTMLCanvasElement) => boolean
  /** Receives the picture as a file, or null if there is none. */
  onPainted?: (picture: Blob | null) => void
}) {
  const { label, paint } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const onPainted = useEffectEvent((picture: Blob | null) => props.onPainted?.(picture))
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    let isCurrent = true
    const report = (picture: Blob | null) => {
      if (isCurrent) onPainted(picture)
    }
    if (paint(element)) element.toBlob(report)
    else queueMicrotask(() => report(null))
    return () => {
      isCurrent = false
    }
  }, [paint])
  return <canvas ref={canvas} className="share-preview" role="img" aria-label={label} />
}
