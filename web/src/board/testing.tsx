// A board with a table of its own, as tests play on it.

import { render } from '@testing-library/react'
import { useReducer, useState } from 'react'

import { FlatBoard } from './FlatBoard'
import Promotion from './Promotion'
import { useChoice } from './choice'
import { LocalTable } from '../raum'
import type { Cell, Command, Kind } from '../raum'

export interface Setting {
  position?: string
  /** The texts of moves, made before the board is there. */
  moves?: string
  flipped?: boolean
}

/** What a test does at a board, and what is on it. */
export function sitDown(kind: Kind, { position, moves, flipped = false }: Setting = {}) {
  const table = LocalTable.open(kind, position === undefined ? {} : { position })
  const made = () => table.view().moves.map(({ text }) => text)
  const play = (move: string) => table.ask({ type: 'play', move, ply: made().length })
  moves?.split(' ').forEach(play)

  function Board({ isFlipped }: { isFlipped: boolean }) {
    const [, redraw] = useReducer((count: number) => count + 1, 0)
    const [hovered, onHover] = useState<Cell | null>(null)
    const seen = table.view().position
    const choice = useChoice(seen, (move) => {
      play(move)
      redraw()
    })
    return (
      <>
        <FlatBoard
          position={seen}
          flipped={isFlipped}
          choice={choice}
          hovered={hovered}
          onHover={onHover}
        />
        <Promotion choice={choice} side={seen.turn} />
      </>
    )
  }

  const { container, rerender } = render(<Board isFlipped={flipped} />)
  return {
    made,
    /** Asks the table for something and draws it again. */
    ask: (...commands: Command[]) => {
      for (const command of commands) table.ask(command)
      rerender(<Board isFlipped={flipped} />)
    },
    /** Turns the board around. */
    flip: () => rerender(<Board isFlipped={!flipped} />),
    /** The element of a cell, by file, rank and level from 0. */
    cell: (x: number, y: number, z = 0): HTMLElement => {
      const element = container.querySelector<HTMLElement>(`[data-cell="${x}.${y}.${z}"]`)
      if (!element) throw new Error(`there is no cell ${x}.${y}.${z}`)
      return element
    },
    /** The keys of all cells, as they follow each other on the screen. */
    order: () =>
      [...container.querySelectorAll<HTMLElement>('[data-cell]')].map(
        ({ dataset }) => dataset['cell'],
      ),
    /** The keys of the cells with an attribute. */
    having: (attribute: string) =>
      [...container.querySelectorAll<HTMLElement>(`[data-cell][${attribute}]`)].map(
        ({ dataset }) => dataset['cell'],
      ),
  }
}
