// Games as files: writes them, and recognises the format of those to load.

import { LocalTable, GameRecord, factsOf, kinds } from '../raum'
import type { Cell, Kind, Position } from '../raum'
import * as words from '../words'
import * as later from '../words-later'
import { entriesOf } from './entries'
import type { Table } from './table'

/** The version of the JSON format. */
const FORMAT = 1

/** More than any game needs, and quick to read. */
export const FILE_BYTES_MAX = 1_000_000

/** raum-chess-2026-11-15.pgn */
export function fileName(kind: Kind, extension: string, date = new Date()): string {
  // Swedish dates sort as text.
  return `raum-${kind}-${date.toLocaleDateString('sv-SE')}.${extension}`
}

/** The table as JSON: its journal, from which it is loaded again, and the current game for other programs. */
export function tableFile(table: Table): string {
  const { kind } = table.snapshot().view
  const journal = entriesOf(table.journal())
  return `${JSON.stringify({ raum: FORMAT, kind, journal, game: gameObject(table) }, null, 2)}\n`
}

/** Reads a table from JSON, PGN or a position text. Throws an error with a message for people. */
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

/** Whether a text has slashes between ranks, or nine cells. No PGN starts like that. */
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

/** The current game in words. */
function gameObject(table: Table): object {
  const { position, clocks, moves, ending } = table.snapshot().view
  return {
    position: position.text,
    pieces: position.pieces,
    board: boardOf(position),
    activeColor: position.turn,
    rights: rightsOf(position),
    clocks,
    history: moves.map(({ text, notation }) => ({ text, notation })),
    ending,
  }
}

/** The pieces, such as "white king", by rank and file; by level first if there are several. */
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

/** The letters of FEN for the rights of each side to castle on the queen's side and on the king's side. */
const CASTLING = [
  ['Q', 'K'],
  ['q', 'k'],
]

/** The rest of a position, written as in FEN. */
function rightsOf({ history }: Position): object {
  const rights = CASTLING.flatMap((letters, side) =>
    letters.filter((_, wing) => history?.castling[side]?.[wing]).reverse(),
  )
  return {
    castling: rights.join('') || null,
    enPassant: history?.enPassant ? squareName(history.enPassant) : null,
    halfMoveClock: history?.halfmoveClock ?? null,
    fullMoveNumber: history?.moveNumber ?? null,
  }
}

/** "e3". Only chess has en passant. */
function squareName({ x, y }: Cell): string {
  return `${'abcdefgh'.charAt(x)}${y + 1}`
}
