// Cells: their keys and names, and how a board shows them.

import { factsOf } from '../raum'
import type { Cell, Extent, Kind } from '../raum'
import { rowAndColumn } from '../words'

/** A cell as the key of a map or an element. */
export function keyOf({ x, y, z }: Cell): string {
  return `${x}.${y}.${z}`
}

export function isSame(one: Cell | null, other: Cell | null): boolean {
  return one === other || (!!one && !!other && keyOf(one) === keyOf(other))
}

const FILES = 'abcdefgh'
const LEVELS = 'ABCDE'

export function fileName(x: number): string {
  return FILES.charAt(x)
}

export function levelName(z: number): string {
  return LEVELS.charAt(z)
}

/** "e4", "Aa2", "row 1, column 2". */
export function cellName(kind: Kind, { x, y, z }: Cell): string {
  switch (kind) {
    case 'chess':
      return `${fileName(x)}${y + 1}`
    case 'space':
      return `${levelName(z)}${fileName(x)}${y + 1}`
    case 'tictactoe':
      return rowAndColumn(y + 1, x + 1)
  }
}

/** Whether the sides face each other, so that the board can be flipped. */
export function hasRanks(kind: Kind): boolean {
  return factsOf(kind).hasRanks
}

export function hasLevels(kind: Kind): boolean {
  return factsOf(kind).extent.z > 1
}

/** All cells of a board, level by level. */
export function cellsOf(extent: Extent): Cell[] {
  return Array.from({ length: extent.x * extent.y * extent.z }, (_, index) => ({
    x: index % extent.x,
    y: Math.floor(index / extent.x) % extent.y,
    z: Math.floor(index / (extent.x * extent.y)),
  }))
}

/** Whether a cell is dark. Boards without ranks have no dark cells. */
export function isDark(kind: Kind, { x, y, z }: Cell): boolean {
  return hasRanks(kind) && (x + y + z) % 2 === 0
}

/** The cells of a level as they are seen: rows from the top, each from the left. */
export function rowsOf(kind: Kind, extent: Extent, z: number, flipped: boolean): Cell[][] {
  const row = (y: number) => Array.from({ length: extent.x }, (_, x) => ({ x, y, z }))
  const downwards = Array.from({ length: extent.y }, (_, y) => row(y))
  // Ranks count from the bottom, rows without ranks from the top.
  const rows = hasRanks(kind) ? downwards.reverse() : downwards
  return flipped ? rows.reverse().map((cells) => cells.reverse()) : rows
}
