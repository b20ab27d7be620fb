import './LevelName.css'
import { levelName } from './cell'

/** A level's letter and its place in the stack. Screen readers get the name from the grid. */
export function LevelName({ z, of }: { z: number; of: number }) {
  return (
    <div className="level-name" aria-hidden="true">
      <svg className="level-name-stack" viewBox={`0 0 16 ${of * 3 + 1}`}>
        {Array.from({ length: of }, (_, level) => (
          <path
            key={level}
            className={level === z ? 'level-name-here' : undefined}
            d={`M1 ${(of - level) * 3 - 0.5}h14`}
          />
        ))}
      </svg>
      {levelName(z)}
    </div>
  )
}
