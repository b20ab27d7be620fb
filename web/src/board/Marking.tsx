import './Marking.css'
import type { Mark } from './marks'

/** The marks of one cell, in a square of 100. Each is drawn twice: a dark edge makes it show on every tile. */
export function Marking({ marks }: { marks: readonly Mark[] }) {
  return (
    <svg className="marking" viewBox="0 0 100 100" aria-hidden="true">
      {ORDER.filter((mark) => marks.includes(mark)).map((mark) => (
        <g key={mark} className={`marking-${mark}`}>
          <path className="marking-edge" d={SHAPES[mark]} />
          <path d={SHAPES[mark]} />
        </g>
      ))}
    </svg>
  )
}

const ORDER: Mark[] = ['last', 'check', 'selected', 'quiet', 'capture', 'promotion']

const circle = (radius: number) => `M50 ${50 - radius}a${radius} ${radius} 0 1 1-.01 0z`

/** A star with so many points around the middle. */
function star(points: number, outer: number, inner: number): string {
  const corners = Array.from({ length: points * 2 }, (_, index) => {
    const angle = (Math.PI * index) / points
    const radius = index % 2 === 0 ? outer : inner
    return `${(50 + radius * Math.sin(angle)).toFixed(1)} ${(50 - radius * Math.cos(angle)).toFixed(1)}`
  })
  return `M${corners.join('L')}z`
}

const SHAPES: { [mark in Mark]: string } = {
  last: 'M5 24V5h19M76 5h19v19M95 76v19H76M24 95H5V76',
  check: star(16, 49, 38),
  selected: circle(46) + circle(38),
  quiet: circle(12),
  capture: circle(42),
  promotion: star(5, 20, 9),
}
