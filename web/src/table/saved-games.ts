// The games on one device that this browser stores, in short. Reads their journals without the rules.

import { factsOf, kinds } from '../raum'
import type { Ending, Kind, Side } from '../raum'
import {
  previousJournals,
  removeTable,
  storePrevious,
  storeTable,
  storedTable,
} from './saved-tables'

export interface SavedGame {
  kind: Kind
  journal: string
  plies: number
  ending: Ending | null
  /** Whether a computer plays one side. */
  hasComputer: boolean
  /** The time of the last change, in milliseconds since 1970. */
  at: number
}

/** All stored games with moves, the last changed first. */
export function savedGames(): SavedGame[] {
  return kinds()
    .flatMap(({ kind }) => {
      const now = storedTable(kind, 'now')
      const journals = [...(now === null ? [] : [now]), ...previousJournals(kind)]
      return journals.map((journal) => gameIn(kind, journal)).filter((game) => game !== null)
    })
    .sort((one, other) => other.at - one.at)
}

/** The stored game that the board of a kind shows; null if it has no moves. */
export function currentGame(kind: Kind): SavedGame | null {
  const journal = storedTable(kind, 'now')
  return journal === null ? null : gameIn(kind, journal)
}

/** Makes a stored game the one that the board shows. The one that it has shown so far stays stored. */
export function bringBack({ kind, journal }: SavedGame): void {
  const shown = currentGame(kind)
  if (shown?.journal === journal) return
  const others = previousJournals(kind).filter((each) => each !== journal)
  // First, because it may fail: then everything stays where it was.
  if (!storeTable(kind, 'now', journal)) return
  storePrevious(kind, [...others, ...(shown ? [shown.journal] : [])])
}

/** Deletes a stored game. */
export function removeGame({ kind, journal }: SavedGame): void {
  if (storedTable(kind, 'now') === journal) removeTable(kind, 'now')
  const previous = previousJournals(kind)
  storePrevious(
    kind,
    previous.filter((each) => each !== journal),
  )
}

/** The parts of an entry that matter here. */
interface Outline {
  at: number
  event: {
    type: string
    moves?: unknown[]
    ply?: number
    machine?: unknown
    seats?: { machine?: unknown }[]
    winner?: 'first' | 'second' | null
    reason?: Ending['reason']
  }
}

/** The game of a journal; null if it has no moves, or if the journal cannot be read, which the board reports. */
function gameIn(kind: Kind, journal: string): SavedGame | null {
  const game: SavedGame = { kind, journal, plies: 0, ending: null, hasComputer: false, at: 0 }
  try {
    for (const line of journal.trim().split('\n')) {
      const { at, event } = JSON.parse(line) as Outline
      game.at = at
      switch (event.type) {
        case 'seat-taken':
          game.hasComputer ||= Boolean(event.machine)
          break
        case 'seat-left':
          game.hasComputer = false
          break
        case 'game-started':
          game.plies = event.moves?.length ?? 0
          game.ending = null
          game.hasComputer = event.seats?.some(({ machine }) => machine) ?? false
          break
        case 'move-played':
          game.plies += 1
          break
        case 'undone':
        case 'redone':
          game.plies = event.ply ?? 0
          game.ending = null
          break
        case 'game-ended':
          game.ending = event.reason
            ? { winner: sideOf(kind, event.winner), reason: event.reason }
            : null
      }
    }
  } catch {
    return null
  }
  return game.plies > 0 ? game : null
}

function sideOf(kind: Kind, word: 'first' | 'second' | null | undefined): Side | null {
  const [first, second] = factsOf(kind).sides
  if (!word) return null
  return word === 'first' ? first : second
}
