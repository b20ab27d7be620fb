import { Board } from './Board'
import { Record } from './raum'
import type { KindFacts } from './raum'

/** A kind of game and its start position. */
export function Start({ facts }: { facts: KindFacts }) {
  const { kind, title, extent } = facts
  const { legal, pieces, turn } = Record.start(kind).position()
  const size = [extent.x, extent.y, extent.z].filter((length) => length > 1).join(' × ')
  const levels = Array.from('ABCDE').slice(0, extent.z)
  return (
    <section aria-labelledby={kind}>
      <h2 id={kind}>{title}</h2>
      <p>
        {size} cells, {legal.length} first moves for {turn}.
      </p>
      <div className={extent.z > 1 ? 'levels' : undefined}>
        {levels.map((level, z) => (
          <figure key={level}>
            <Board name={extent.z > 1 ? `Level ${level}` : 'Board'} {...{ extent, z, pieces }} />
            {extent.z > 1 && <figcaption>Level {level}</figcaption>}
          </figure>
        ))}
      </div>
    </section>
  )
}
