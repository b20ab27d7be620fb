import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'

import type { CellProps } from './BoardCell'
import './FlatBoard.css'
import './themes.css'
import { Level } from './Level'
import { LevelName } from './LevelName'
import { cellName, fileName, isDark, isSame, keyOf, levelName, rowsOf } from './cell'
import type { Choice } from './choice'
import { useDrag } from './drag'
import { cellOf, elementOf } from './elements'
import { useGlide } from './glide'
import { stepOf } from './keys'
import { lineOf, marksOf } from './marks'
import type { FlatMark } from './marks'
import { useMotion } from './useMotion'
import { factsOf } from '../raum'
import type { Cell, Position } from '../raum'
import { KeptFocus } from '../ui/KeptFocus'
import { lazily } from '../ui/lazily'
import * as words from '../words'

const Drawings = lazily(() => import('./Drawings'))

/** A flat board of any kind, level by level, with the first side at the bottom, or the second if flipped. */
export function FlatBoard(props: {
  position: Position
  choice: Choice
  flipped: boolean
  /** The cell under the pointer, on either board. */
  hovered: Cell | null
  onHover: (cell: Cell | null) => void
  /** Called with the cell that has keyboard focus, or null. */
  onCursor?: (cell: Cell | null) => void
}) {
  const { position, choice, flipped, hovered, onHover, onCursor } = props
  const { kind } = position
  const { extent, hasRanks } = useMemo(() => factsOf(kind), [kind])
  const board = useRef<HTMLDivElement>(null)
  // Tab enters every level at the same file and rank.
  const [cursor, setCursor] = useState<Pick<Cell, 'x' | 'y'>>({ x: 0, y: 0 })
  const [motion, settle] = useMotion(position)
  const dropped = useGlide(board, motion)
  useEscape(choice)

  const hover = (cell: Cell | null) => {
    if (!isSame(cell, hovered)) onHover(cell)
  }
  const drag = useDrag(choice, hover, dropped)

  const onKeyDown = (event: KeyboardEvent) => {
    const cell = cellOf(event.target)
    if (!cell || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      choice.press(cell)
      return
    }
    const step = stepOf(event.key, cell, { kind, extent, flipped })
    if (!step) return
    event.preventDefault()
    if (board.current) elementOf(board.current, step)?.focus()
  }

  const appearance = appearanceOf(position, choice)
  const rowsOfLevel = (z: number): CellProps[][] =>
    rowsOf(kind, extent, z, flipped).map((row, fromTop) =>
      row.map((cell, fromLeft) => ({
        ...appearance(cell),
        cell,
        gone: motion.gone.find((gone) => isSame(gone.cell, cell)) ?? null,
        isNew: motion.came.some((came) => isSame(came.cell, cell)),
        isCursor: cell.x === cursor.x && cell.y === cursor.y,
        isHovered: isSame(cell, hovered),
        isInColumn: hovered?.x === cell.x && hovered.y === cell.y && hovered.z !== cell.z,
        rank: hasRanks && fromLeft === 0 ? `${cell.y + 1}` : null,
        file: hasRanks && fromTop === extent.y - 1 ? fileName(cell.x) : null,
      })),
    )
  const levels = Array.from({ length: extent.z }, (_, z) => z)

  return (
    <div className="flat-board">
      <div
        ref={board}
        className={`flat-board-levels flat-board-${kind}`}
        role="group"
        aria-label={words.board(kind)}
        onClick={({ target }) => {
          const cell = cellOf(target)
          if (cell) choice.press(cell)
        }}
        onContextMenu={(event) => {
          event.preventDefault()
          choice.cancel()
        }}
        onKeyDown={onKeyDown}
        onFocusIn={({ target }) => {
          const cell = cellOf(target)
          if (cell) setCursor(cell)
          onCursor?.(cell)
        }}
        onFocusOut={() => onCursor?.(null)}
        onPointerOver={({ target }) => hover(cellOf(target))}
        onPointerLeave={() => hover(null)}
        onAnimationEnd={settle}
        {...drag}
      >
        <KeptFocus>
          {levels.map((z) =>
            extent.z === 1 ? (
              <Level key={z} label={words.board(kind)} rows={rowsOfLevel(z)} />
            ) : (
              <Level key={z} label={words.level(levelName(z))} rows={rowsOfLevel(z)}>
                <LevelName z={z} of={extent.z} />
              </Level>
            ),
          )}
        </KeptFocus>
        <Drawings key={`${position.text} ${flipped}`} board={board} isOn={!choice.selected} />
      </div>
    </div>
  )
}

/** How a position and a choice make each cell look. */
function appearanceOf(position: Position, choice: Choice) {
  const { kind, pieces, legal, turn } = position
  const marks = marksOf(position, choice)
  const line = lineOf(position)
  const standing = new Map(pieces.map((piece) => [keyOf(piece.cell), piece]))
  const movable = new Set(legal.flatMap(({ from }) => (from ? [keyOf(from)] : [])))
  const open = new Set(legal.flatMap(({ from, to }) => (from ? [] : [keyOf(to)])))
  return (cell: Cell) => {
    const key = keyOf(cell)
    const piece = standing.get(key) ?? null
    const marksHere: FlatMark[] = [...(marks.get(key) ?? [])]
    if (line.includes(key)) marksHere.push('line')
    const name = piece && words.piece(piece.side, piece.role)
    return {
      piece,
      marks: marksHere,
      label: words.cell(cellName(kind, cell), name, marksHere),
      isDark: isDark(kind, cell),
      isMovable: movable.has(key),
      placing: open.has(key) ? turn : null,
    }
  }
}

/** Cancels the choice on Escape, wherever the focus is. */
function useEscape({ selected, cancel }: Choice): void {
  // An ordinary effect comes after the next frame, and would miss an Escape before it.
  useLayoutEffect(() => {
    if (!selected) return
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') cancel()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [selected, cancel])
}
