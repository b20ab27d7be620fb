import { useLayoutEffect, useState } from 'preact/hooks'
import type { RefObject } from 'preact'

import { useEffectEvent } from '../hooks'
import './Drawings.css'
import { keyOf } from './cell'
import { cellOf, elementOf } from './elements'

interface Point {
  x: number
  y: number
}

/** An arrow from one cell to another, or a circle around a cell; in pixels of the board. */
interface Shape {
  key: string
  from: Point
  to: Point
  cellSize: number
}

/** Arrows and circles that the player draws with the right button. A click, a move and a flip clear them. */
export default function Drawings(props: {
  board: RefObject<HTMLElement | null>
  /** Whether the right button draws. Otherwise it cancels a choice. */
  isOn: boolean
}) {
  const { board, isOn } = props
  const [shapes, setShapes] = useState<Shape[]>([])
  const toggle = useEffectEvent((start: Element, end: Element, frame: HTMLElement) => {
    if (!isOn) return
    const shape = shapeOf(start, end, frame)
    setShapes((all) => {
      const others = all.filter(({ key }) => key !== shape?.key)
      return shape && others.length === all.length ? [...all, shape] : others
    })
  })
  // Listens as soon as the drawings are on the board, and not after the next frame.
  useLayoutEffect(() => {
    const frame = board.current
    if (!frame) return
    const elementAt = (target: EventTarget | null) => {
      const cell = cellOf(target)
      return cell && elementOf(frame, cell)
    }
    let start: Element | null = null
    const onPointerDown = ({ button, target }: PointerEvent) => {
      start = button === 2 ? elementAt(target) : null
      if (button === 0) setShapes([])
    }
    const onPointerUp = ({ button, clientX, clientY }: PointerEvent) => {
      const end = button === 2 ? elementAt(document.elementFromPoint(clientX, clientY)) : null
      if (start && end) toggle(start, end, frame)
      start = null
    }
    frame.addEventListener('pointerdown', onPointerDown)
    frame.addEventListener('pointerup', onPointerUp)
    return () => {
      frame.removeEventListener('pointerdown', onPointerDown)
      frame.removeEventListener('pointerup', onPointerUp)
    }
  }, [board])
  return (
    <svg className="drawings" aria-hidden="true">
      {shapes.map(({ key, from, to, cellSize }) =>
        from.x === to.x && from.y === to.y ? (
          <circle key={key} cx={from.x} cy={from.y} r={cellSize * 0.44} />
        ) : (
          <Arrow key={key} from={from} to={to} size={cellSize} />
        ),
      )}
    </svg>
  )
}

function Arrow({ from, to, size }: { from: Point; to: Point; size: number }) {
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  const length = Math.hypot(to.y - from.y, to.x - from.x) - size * 0.15
  const [half, head] = [size * 0.09, size * 0.35]
  const shaft = `M0 ${-half}H${length - head}V${-2.4 * half}L${length} 0 ${length - head} ${2.4 * half}V${half}H0z`
  return (
    <path
      d={shaft}
      transform={`translate(${from.x} ${from.y}) rotate(${(angle * 180) / Math.PI})`}
    />
  )
}

function shapeOf(start: Element, end: Element, frame: HTMLElement): Shape | null {
  const within = frame.getBoundingClientRect()
  const centre = (element: Element): Point => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: left + width / 2 - within.left, y: top + height / 2 - within.top }
  }
  const cells = [start, end].map(cellOf)
  if (!cells[0] || !cells[1]) return null
  return {
    key: `${keyOf(cells[0])} ${keyOf(cells[1])}`,
    from: centre(start),
    to: centre(end),
    cellSize: start.getBoundingClientRect().width,
  }
}
