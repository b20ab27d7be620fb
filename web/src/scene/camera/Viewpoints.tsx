import './Viewpoints.css'
import { GAP } from './layout'
import { viewNames } from './viewpoints'
import type { ViewName } from './viewpoints'
import { levelName } from '../../board/cell'
import type { Kind } from '../../raum'
import * as words from '../../words'
import * as later from '../../words-later'

/** Views by their names; in space also how far apart the levels are, and which one to look at. */
export function Views(props: {
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
    <div className="views">
      <div className="views-group" role="group" aria-label={later.VIEW}>
        {viewNames(kind).map((name) => (
          <button key={name} className="views-button" onClick={() => onView(name)}>
            {later.VIEWS[name]}
          </button>
        ))}
      </div>
      {levels > 1 && (
        <>
          <div className="views-group" role="group" aria-label={later.LEVEL_FOCUS}>
            {Array.from({ length: levels }, (_, level) => (
              <button
                key={level}
                className="views-button"
                aria-pressed={focus === level}
                aria-label={words.level(levelName(level))}
                onClick={() => onFocus(focus === level ? null : level)}
              >
                {levelName(level)}
              </button>
            ))}
          </div>
          <label className="views-gap">
            {later.LEVEL_GAP}
            <input
              type="range"
              min={GAP.cube}
              max={GAP.wide}
              step={0.1}
              value={gap}
              onChange={(event) => onGap(event.target.valueAsNumber)}
            />
          </label>
        </>
      )}
    </div>
  )
}
