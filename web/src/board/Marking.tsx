import './Marking.css'
import { INSTEAD_OF_DOT } from './marks'
import type { FlatMark } from './marks'
import { SHAPES } from './mark-shapes'

/** The marks of one cell, in a 100 × 100 square. A dark edge makes each stand out on every tile. */
export function Marking({ marks }: { marks: readonly FlatMark[] }) {
  return (
    <svg className="marking" viewBox="0 0 100 100" aria-hidden="true">
      {ORDER.filter((mark) => marks.includes(mark) && !isHidden(mark, marks)).map((mark) => (
        <g key={mark} className={`marking-${mark}`}>
          <path className="marking-rim" d={SHAPES[mark]} />
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
  'face',
  'edge',
  'corner',
  'attacked',
  'goal',
]

function isHidden(mark: FlatMark, marks: readonly FlatMark[]): boolean {
  return mark === 'quiet' && INSTEAD_OF_DOT.some((each) => marks.includes(each))
}
