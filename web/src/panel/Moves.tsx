import { useLayoutEffect, useRef } from 'preact/hooks'

import { Icon } from '../ui/Icon'
import type { IconName } from '../ui/Icon'
import './Moves.css'
import { RulesButton } from '../learn/RulesButton'
import { numberingOf } from './numbers'
import type { Review } from '../table/review'
import { useTable } from '../table/table'
import type { Table } from '../table/table'
import { MOVES } from '../words'
import {
  FIRST_POSITION,
  HOW_TO_PLAY,
  LAST_POSITION,
  NEXT_MOVE,
  NO_MOVES,
  PREVIOUS_MOVE,
  notation,
} from '../words-later'

/** The move list, in pairs. A click on a move shows the position after it. */
export function Moves({ table, review }: { table: Table; review: Review }) {
  const { view } = useTable(table)
  const { kind, moves } = view
  const list = useRef<HTMLOListElement>(null)
  const { first, secondBegins } = numberingOf(table)

  const { ply } = review
  const last = moves.length
  useLayoutEffect(() => {
    if (list.current) scrollToShown(list.current)
  }, [ply, last])

  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 1, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    if (to < 0 || to > last) return
    review.go(to)
    list.current?.querySelectorAll('button')[Math.max(0, to - 1)]?.focus()
  }

  const step = (name: IconName, label: string, to: number) => (
    <button
      type="button"
      className="button moves-step"
      aria-label={label}
      title={label}
      disabled={to < 0 || to > last || to === ply}
      onClick={() => review.go(to)}
    >
      <Icon name={name} />
    </button>
  )

  return (
    <section className="moves" aria-label={MOVES}>
      {last === 0 && (
        <p className="moves-none">
          {NO_MOVES} <RulesButton kind={kind}>{HOW_TO_PLAY}</RulesButton>
        </p>
      )}
      <ol ref={list} className="moves-list" hidden={last === 0} onKeyDown={onKeyDown}>
        {inPairs(last, secondBegins).map(([one, other], row) => (
          <li key={row} className="moves-row">
            <span className="moves-number">{first + row}.</span>
            {[one, other].map((each, column) =>
              each === null ? (
                <span key={column} className="moves-gap">
                  {column === 0 && '…'}
                </span>
              ) : (
                <button
                  key={column}
                  type="button"
                  className="moves-move"
                  aria-current={each === ply ? 'step' : undefined}
                  tabIndex={each === Math.max(1, ply) ? 0 : -1}
                  onClick={() => review.go(each)}
                >
                  {notation(kind, moves[each - 1]?.notation ?? '')}
                </button>
              ),
            )}
          </li>
        ))}
      </ol>
      <div className="moves-steps">
        {step('first', FIRST_POSITION, 0)}
        {step('back', PREVIOUS_MOVE, ply - 1)}
        {step('next', NEXT_MOVE, ply + 1)}
        {step('last', LAST_POSITION, last)}
      </div>
    </section>
  )
}

/** The plies of `count` moves, row by row; null where a side has no move. */
function inPairs(count: number, secondBegins: boolean): [number | null, number | null][] {
  const skipped = Number(secondBegins)
  const ply = (index: number) => (index < 1 || index > count ? null : index)
  return Array.from({ length: Math.ceil((count + skipped) / 2) }, (_, row) => [
    ply(2 * row + 1 - skipped),
    ply(2 * row + 2 - skipped),
  ])
}

/** Scrolls the list, but not the page, to the shown move. */
function scrollToShown(list: HTMLElement): void {
  const shown = list.querySelector<HTMLElement>('[aria-current]')
  const row = shown?.parentElement
  if (!row) {
    list.scrollTop = 0
    return
  }
  const above = row.offsetTop
  const below = above + row.offsetHeight - list.clientHeight
  list.scrollTop = Math.max(below, Math.min(above, list.scrollTop))
}
