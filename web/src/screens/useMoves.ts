// How a chosen move is played: at once, after a confirmation, or when the player's turn comes.

import { useCallback, useEffect, useRef, useState } from 'preact/hooks'

import { useEffectEvent } from '../hooks'
import { isSame } from '../board/cell'
import { useChoice } from '../board/choice'
import type { Advice, Choice } from '../board/choice'
import type { Cell, LegalMove, Position, View } from '../raum'
import { useSettings } from '../settings'
import type { Settings } from '../settings'
import type { Review } from '../table/review'
import { play, useTable } from '../table/table'
import type { Table } from '../table/table'

interface Moves {
  choice: Choice
  /** The move to confirm, if one is to be confirmed. */
  asked: LegalMove | null
  /** Plays the move to confirm, or drops it. */
  answer: (isPlayed: boolean) => void
}

export function useMoves(table: Table, { position, isLive }: Review, given?: Advice | null): Moves {
  const { view } = useTable(table)
  const { confirms, premoves } = useSettings()
  const [chosen, setChosen] = useState<{ move: string; positionText: string } | null>(null)
  const needsAnswer = needsConfirmation(view.kind, confirms)
  const makeMove = useCallback(
    (move: string) => {
      if (needsAnswer) setChosen({ move, positionText: position.text })
      else play(table, move)
    },
    [table, needsAnswer, position.text],
  )
  const pending = chosen?.positionText === position.text ? chosen.move : null
  const asked = position.legal.find(({ text }) => text === pending) ?? null
  const choice = useChoice(position, makeMove, asked ? shown(position, asked) : given)
  const premove = usePremove(view, isLive && premoves, (move) => play(table, move))
  return {
    choice: premove ? { ...choice, ...premove } : choice,
    asked,
    answer: (isPlayed) => {
      setChosen(null)
      if (isPlayed && asked) play(table, asked.text)
    },
  }
}

function needsConfirmation(kind: View['kind'], confirms: Settings['confirms']): boolean {
  if (confirms === 'auto') return kind === 'space' && matchMedia('(pointer: coarse)').matches
  return confirms === 'always'
}

function shown(position: Position, { from, to }: Pick<LegalMove, 'from' | 'to'>): Advice {
  return { mark: 'hint', positionText: position.text, from, to }
}

/** A move chosen in advance, at a ply of a game. */
interface Premove {
  game: number
  ply: number
  from: Cell
  to: Cell | null
}

/**
 * While the opponent is to move: choosing a move in advance, by two clicks on the flat board. It is played if it is legal
 * when the turn comes; a pawn promotes to a queen. Null while no move can be chosen in advance.
 */
function usePremove(
  view: View,
  isOn: boolean,
  makeMove: (move: string) => void,
): Pick<Choice, 'press' | 'cancel' | 'advice'> | null {
  const { position, side, seats, ending, game, moves } = view
  const ply = moves.length
  const [chosen, setChosen] = useState<Premove | null>(null)
  const played = useRef<Premove | null>(null)
  const now = chosen?.game === game && chosen.ply === ply ? chosen : null
  const hasOpponent = seats.length === 2 && seats.some(({ mine }) => !mine)
  const isOpen = isOn && hasOpponent && side !== null && !ending
  const isMyTurn = position.turn === side
  const playChosen = useEffectEvent(() => {
    if (!isOpen || !isMyTurn || chosen?.game !== game || chosen.ply + 1 !== ply) return
    // After a takeback, the turn comes again.
    if (played.current === chosen) return
    played.current = chosen
    const { from, to } = chosen
    const fitting = position.legal.filter((move) => isSame(move.from, from) && isSame(move.to, to))
    const move = fitting.find(({ promotion }) => promotion === 'queen') ?? fitting[0]
    if (move) makeMove(move.text)
  })
  useEffect(() => playChosen(), [position.text])
  if (!isOpen || isMyTurn) return null
  return {
    advice: now && shown(position, { from: now.from, to: now.to ?? now.from }),
    cancel: () => setChosen(null),
    press: (cell) => {
      const isOwn = position.pieces.some(
        (piece) => piece.side === side && piece.role !== 'mark' && isSame(piece.cell, cell),
      )
      if (now && !now.to && !isOwn) setChosen({ ...now, to: cell })
      else
        setChosen(
          isOwn && !isSame(now?.from ?? null, cell) ? { game, ply, from: cell, to: null } : null,
        )
    },
  }
}
