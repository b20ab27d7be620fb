// Where the two renderers meet. The page is Preact. What is drawn on the canvas is React, because fiber is a renderer of
// React: those files import `react`, and their JSX starts with `@jsxImportSource react`. No context crosses, only props.

import { createRoot } from '@react-three/fiber'
import type { ReconcilerRoot, RenderProps } from '@react-three/fiber'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { createElement } from 'react'

import { Drawing } from './Drawing'
import type { DrawingProps } from './Drawing'

type Size = NonNullable<RenderProps<HTMLCanvasElement>['size']>

/** A canvas with a drawing, as large as its parent. Throws if the drawing fails. */
export function Canvas(props: {
  options: Omit<RenderProps<HTMLCanvasElement>, 'size' | 'events'>
  drawing: Omit<DrawingProps, 'onFail'>
}) {
  const { options, drawing } = props
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const root = useRef<ReconcilerRoot<HTMLCanvasElement> | undefined>(undefined)
  const [size, setSize] = useState<Size | null>(null)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  if (failure) throw failure.error

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => {
      const { left, top, width, height } = element.getBoundingClientRect()
      if (width > 0 && height > 0) setSize({ left, top, width, height })
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  // After every render: fiber compares the options with the previous ones.
  useLayoutEffect(() => {
    if (!canvas.current || !size) return
    const onFail = (error: unknown) => setFailure({ error })
    root.current ??= createRoot(canvas.current)
    root.current.configure({ ...options, size }).catch(onFail)
    root.current.render(createElement(Drawing, { ...drawing, onFail }))
  })
  useLayoutEffect(
    () => () => {
      root.current?.unmount()
      root.current = undefined
    },
    [],
  )

  return (
    <div ref={frame} className="scene-drawing" aria-hidden="true">
      <canvas ref={canvas} />
    </div>
  )
}
