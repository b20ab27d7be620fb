// The state of the form for the opponent.

import { useState } from 'preact/hooks'

import { savedLevel } from './levels'
import type { Kind } from '../raum'

export interface Opponent {
  isComputer: boolean
  /** The computer's level. */
  level: number
  choose: (isComputer: boolean) => void
  chooseLevel: (level: number) => void
}

/** The choice of an opponent, starting with the last level used in this kind. */
export function useOpponent(kind: Kind, isComputerFirst: boolean): Opponent {
  const [isComputer, choose] = useState(isComputerFirst)
  const [chosen, setChosen] = useState<{ kind: Kind; level: number } | null>(null)
  const level = chosen?.kind === kind ? chosen.level : savedLevel(kind)
  return { isComputer, level, choose, chooseLevel: (level) => setChosen({ kind, level }) }
}
