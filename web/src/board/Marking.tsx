import './Marking.css'
import type { FlatMark } from './marks'
import { SHAPES } from './mark-shapes'

/** The marks of one cell, in a 100 × 100 square. A dark edge makes each stand out on every tile. */
export function Marking({ marks }: { marks: readonly FlatMark[] }) {
  return (
    <svg className="marking" viewBox="0 0 100 100" aria-hidden="true">
      {ORDER.filter((mark) => marks.includes(mark) && !isHidden(mark, marks)).map((mark) => (
        <g key={mark} className={`marking-${mark}`}>
          <path className="marking-edge" d={SHAPES[mark]} />
          <path d={SHAPES[mark]} />
        </g>
      ))}
    </svg>
  )
}

/** Bottom to top. */
const ORDER: FlatMark[] = [
  'last',
  'line',
  'hint',
  'threat',
  'check',
  'selected',
  'quiet',
  'capture',
  'promotion',
]

/** A star replaces the dot of a quiet move. */
function isHidden(mark: FlatMark, marks: readonly FlatMark[]): boolean {
  return mark === 'quiet' && marks.includes('promotion')
}
