// Renders a board with its own local table, for tests.

import { render } from '@testing-library/preact'
import { useState } from 'preact/hooks'

import { FlatBoard } from './FlatBoard'
import Promotion from './Promotion'
import { useChoice } from './choice'
import { LocalTable } from '../raum'
import type { Cell, Command, Kind } from '../raum'

export interface BoardOptions {
  position?: string
  /** Moves to play before rendering, separated by spaces. */
  moves?: string
  flipped?: boolean
}

/** Renders a board and returns helpers to use and inspect it. */
export function renderBoard(kind: Kind, { position, moves, flipped = false }: BoardOptions = {}) {
  const table = LocalTable.open(kind, position === undefined ? {} : { position })
  const made = () => table.view().moves.map(({ text }) => text)
  const play = (move: string) => table.ask({ type: 'play', move, ply: made().length })
  moves?.split(' ').forEach(play)

  function Board({ isFlipped }: { isFlipped: boolean }) {
    const [, redraw] = useState({})
    const [hovered, onHover] = useState<Cell | null>(null)
    const seen = table.view().position
    const choice = useChoice(seen, (move) => {
      play(move)
      redraw({})
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
    /** Sends commands to the table and renders again. */
    ask: (...commands: Command[]) => {
      for (const command of commands) table.ask(command)
      rerender(<Board isFlipped={flipped} />)
    },
    /** Flips the board. */
    flip: () => rerender(<Board isFlipped={!flipped} />),
    /** The element of a cell, by file, rank and level from 0. */
    cell: (x: number, y: number, z = 0): HTMLElement => {
      const element = container.querySelector<HTMLElement>(`[data-cell="${x}.${y}.${z}"]`)
      if (!element) throw new Error(`no cell ${x}.${y}.${z}`)
      return element
    },
    /** The keys of all cells, in screen order. */
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
