import type { ComponentChildren } from 'preact'

import './Viewpoints.css'
import { GAP } from './layout'
import { viewpointNames } from './viewpoints'
import type { ViewpointName } from './viewpoints'
import { levelName } from '../../board/cell'
import type { Kind } from '../../raum'
import type { Finish } from '../../settings'
import * as words from '../../words'
import * as later from '../../words-later'

/** Buttons for the named viewpoints and, on a stacked board, for the level focus; the rest unfolds. */
export function Viewpoints(props: {
  kind: Kind
  levels: number
  focus: number | null
  gap: number
  onViewpoint: (name: ViewpointName) => void
  onFocus: (level: number | null) => void
  onGap: (gap: number) => void
  finish: Finish
  finishes: readonly Finish[]
  onFinish: (finish: Finish) => void
  /** More controls. */
  children?: ComponentChildren
}) {
  const { kind, levels, focus, gap, onViewpoint, onFocus, onGap } = props
  const { finish, finishes, onFinish, children } = props
  return (
    <div className="viewpoints">
      <div className="viewpoints-group" role="group" aria-label={later.VIEW}>
        {viewpointNames(kind).map((name) => (
          <button key={name} className="viewpoints-button" onClick={() => onViewpoint(name)}>
            {later.VIEWS[name]}
          </button>
        ))}
      </div>
      {levels > 1 && (
        <div className="viewpoints-group" role="group" aria-label={later.LEVEL_FOCUS}>
          {Array.from({ length: levels }, (_, level) => (
            <button
              key={level}
              className="viewpoints-button"
              aria-pressed={focus === level}
              aria-label={words.level(levelName(level))}
              onClick={() => onFocus(focus === level ? null : level)}
            >
              {levelName(level)}
            </button>
          ))}
        </div>
      )}
      {children}
      <details className="viewpoints-more">
        <summary
          className="viewpoints-button"
          aria-label={later.VIEW_OPTIONS}
          title={later.VIEW_OPTIONS}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M3 8h9m6 0h3M15 5v6M3 16h3m6 0h9M9 13v6" />
          </svg>
        </summary>
        <div className="viewpoints-options">
          {levels > 1 && (
            <label>
              {later.LEVEL_SPACING}
              <input
                type="range"
                min={GAP.cube}
                max={GAP.wide}
                step={0.1}
                value={gap}
                onInput={(event) => onGap(event.currentTarget.valueAsNumber)}
              />
            </label>
          )}
          <label>
            {later.FINISH}
            <select
              value={finish}
              onChange={(event) => onFinish(event.currentTarget.value as Finish)}
            >
              {finishes.map((each) => (
                <option key={each} value={each}>
                  {later.FINISHES[each]}
                </option>
              ))}
            </select>
          </label>
        </div>
      </details>
    </div>
  )
}
