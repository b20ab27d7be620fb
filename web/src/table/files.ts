// Games as files: what is written, and how what comes back is told apart. The rules read it.

import { LocalTable, GameRecord, factsOf, kinds } from '../raum'
import type { Kind, Position } from '../raum'
import * as words from '../words'
import * as later from '../words-later'
import { entriesOf } from './entries'
import type { Table } from './table'

/** The format of the JSON files. */
const FORMAT = 1

/** More than any game has, and little enough to be read at once. */
export const FILE_BYTES_MAX = 1_000_000

/** raum-chess-2026-11-15.pgn */
export function fileName(kind: Kind, extension: string, date = new Date()): string {
  // Sweden writes dates as files are sorted.
  return `raum-${kind}-${date.toLocaleDateString('sv-SE')}.${extension}`
}

/**
 * The table as a file of JSON: its journal, which brings all of it back, and the game as it stands, for
 * programs that know no journals. Only the journal is read again.
 */
export function tableFile(table: Table): string {
  const { kind } = table.seen().view
  const journal = entriesOf(table.journal())
  return `${JSON.stringify({ raum: FORMAT, kind, journal, game: gameObject(table) }, null, 2)}\n`
}

/** The table that a text holds, whether a file of JSON, a PGN or a position. Throws a sentence if none. */
export function readTable(text: string, kind: Kind): LocalTable {
  if (text.length > FILE_BYTES_MAX) throw new Error(later.FILE_TOO_BIG)
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  if (trimmed === '') throw new Error(later.FILE_EMPTY)
  if (trimmed.startsWith('{"') || /^\{\s*(["}]|$)/.test(trimmed)) return readJson(trimmed)
  return isPosition(trimmed) ? readPosition(trimmed, kind) : LocalTable.import(trimmed)
}

function readJson(text: string): LocalTable {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch (error) {
    throw new Error(later.invalidJson(error), { cause: error })
  }
  const { raum, journal } = file as { raum?: unknown; journal?: unknown }
  if (!Array.isArray(journal) || raum === undefined) throw new Error(later.NOT_A_RAUM_GAME)
  if (raum !== FORMAT) throw new Error(later.NEWER_FORMAT)
  return LocalTable.load(journal.map((entry) => JSON.stringify(entry)).join('\n'))
}

/** Positions have ranks with slashes between them, or nine cells; no line of moves begins like that. */
function isPosition(text: string): boolean {
  return /^[^\s[{]+\/[^\s]+\//.test(text) || /^[XO.]{9}(\s|$)/.test(text)
}

function readPosition(position: string, kind: Kind): LocalTable {
  const other = kinds().find((each) => each.kind !== kind && isPositionOf(each.kind, position))
  return LocalTable.open(other?.kind ?? kind, { position })
}

function isPositionOf(kind: Kind, position: string): boolean {
  try {
    GameRecord.start(kind, position)
    return true
  } catch {
    return false
  }
}

/** The game as it stands, in plain words. */
function gameObject(table: Table): object {
  const { position, clocks, moves, ending } = table.seen().view
  return {
    position: position.text,
    pieces: position.pieces,
    board: boardOf(position),
    activeColor: position.turn,
    rights: rightsOf(position),
    clocks,
    history: moves,
    ending,
  }
}

/** Levels of ranks of files, without the levels where there is but one: null or such as "white king". */
function boardOf({ kind, pieces }: Position): (string | null)[][] | (string | null)[][][] {
  const { extent } = factsOf(kind)
  const levels = Array.from({ length: extent.z }, () =>
    Array.from({ length: extent.y }, () => Array<string | null>(extent.x).fill(null)),
  )
  for (const { cell, side, role } of pieces) {
    const rank = levels[cell.z]?.[cell.y]
    if (rank) rank[cell.x] = words.piece(side, role)
  }
  return levels.length === 1 ? levels.flat() : levels
}

/** What a position allows beside its pieces: its text says so, after the board and the side to move. */
function rightsOf({ kind, text }: Position): object {
  const rest = text.split(' ').slice(2)
  const [castling, enPassant] = kind === 'chess' ? rest : []
  const [halfMoveClock, fullMoveNumber] = rest.slice(-2).map(Number)
  const given = (field: string | undefined) => (field === '-' ? null : (field ?? null))
  return {
    castling: given(castling),
    enPassant: given(enPassant),
    halfMoveClock: halfMoveClock ?? null,
    fullMoveNumber: fullMoveNumber ?? null,
  }
}
