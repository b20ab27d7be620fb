import './Controls.css'
import { GAP } from './layout'
import { viewNames } from './views'
import type { ViewName } from './views'
import { levelName } from '../board/cell'
import type { Kind } from '../raum'
import * as words from '../words'

/** Views by their names; in space also how far apart the levels are, and which one to look at. */
export function Controls(props: {
  kind: Kind
  levels: number
  focus: number | null
  gap: number
  onView: (name: ViewName) => void
  onFocus: (level: number | null) => void
  onGap: (gap: number) => void
}) {
  const { kind, levels, focus, gap, onView, onFocus, onGap } = props
  return (
    <div className="controls">
      <div className="controls-group" role="group" aria-label={words.VIEW}>
        {viewNames(kind).map((name) => (
          <button
            key={name}
            className="controls-button"
            onClick={() => {
              onView(name)
            }}
          >
            {words.VIEWS[name]}
          </button>
        ))}
      </div>
      {levels > 1 && (
        <>
          <div className="controls-group" role="group" aria-label={words.LEVEL_FOCUS}>
            {Array.from({ length: levels }, (_, level) => (
              <button
                key={level}
                className="controls-button"
                aria-pressed={focus === level}
                aria-label={words.level(levelName(level))}
                onClick={() => {
                  onFocus(focus === level ? null : level)
                }}
              >
                {levelName(level)}
              </button>
            ))}
          </div>
          <label className="controls-gap">
            {words.LEVEL_GAP}
            <input
              type="range"
              min={GAP.cube}
              max={GAP.wide}
              step={0.1}
              value={gap}
              onChange={(event) => {
                onGap(event.target.valueAsNumber)
              }}
            />
          </label>
        </>
      )}
    </div>
  )
}
