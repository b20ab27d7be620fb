import { cellName, cellsOf, keyOf } from './cell'
import type { Choice } from './choice'
import { marksOf } from './marks'
import { factsOf } from '../raum'
import type { Position } from '../raum'

/** The board of any kind, level by level, seen from the first side, or from the second if flipped. */
export function FlatBoard(props: { position: Position; choice: Choice; flipped: boolean }) {
  const { position, choice } = props
  const marks = marksOf(position, choice)
  return (
    <div>
      {cellsOf(factsOf(position.kind).extent).map((cell) => (
        <button
          key={keyOf(cell)}
          onClick={() => {
            choice.press(cell)
          }}
        >
          {cellName(position.kind, cell)}
          {[...(marks.get(keyOf(cell)) ?? [])].join()}
        </button>
      ))}
    </div>
  )
}
