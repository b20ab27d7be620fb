// Where everything is in a picture. All lengths are for a picture 1080 wide; the painter scales them.

import { fileName, isDark, keyOf, levelName, rowsOf } from '../board/cell'
import { factsOf } from '../raum'
import type { Kind } from '../raum'

export const WIDTH = 1080
const MARGIN = 40
const INNER = WIDTH - 2 * MARGIN

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface Tile {
  /** The key of its cell. */
  key: string
  x: number
  y: number
  isDark: boolean
}

/** A letter or number of the coordinates, or the name of a level. */
export interface Label {
  text: string
  x: number
  y: number
  align: 'left' | 'center' | 'right'
  baseline: 'top' | 'middle' | 'bottom'
  fontSize: number
  tone: 'ink' | 'quiet' | 'on-light' | 'on-dark'
}

/** One level of the board. */
export interface Plane {
  x: number
  y: number
  side: number
  tiles: Tile[]
}

export interface Layout {
  width: number
  height: number
  planes: Plane[]
  /** The side of a tile. */
  tileSide: number
  /** The radius of the corners of planes, or of tiles if there are gaps between them. */
  radius: number
  hasGaps: boolean
  labels: Label[]
  /** Where the words are. */
  caption: Box
}

/** The layout of a kind's picture, with the second side at the bottom if flipped. */
export function layoutOf(kind: Kind, flipped: boolean, hasCoordinates: boolean): Layout {
  return factsOf(kind).extent.z > 1
    ? levelsLayout(kind, flipped, hasCoordinates)
    : boardLayout(kind, flipped, hasCoordinates)
}

const CAPTION = { gap: 30, height: 106 }
const CORNER = { distance: 6, fontSize: 24 }

/** One board, with the words below it. */
function boardLayout(kind: Kind, flipped: boolean, hasCoordinates: boolean): Layout {
  const { extent, hasRanks } = factsOf(kind)
  const gap = hasRanks ? 0 : 16
  const tileSide = (INNER - (extent.x - 1) * gap) / extent.x
  const plane = planeOf(kind, 0, flipped, { x: MARGIN, y: MARGIN, tileSide, gap })
  const bottom = MARGIN + INNER
  return {
    width: WIDTH,
    height: bottom + CAPTION.gap + CAPTION.height + MARGIN,
    planes: [plane],
    tileSide,
    radius: hasRanks ? 14 : 26,
    hasGaps: !hasRanks,
    labels: hasRanks && hasCoordinates ? cornerLabels(kind, flipped, tileSide) : [],
    caption: { x: MARGIN, y: bottom + CAPTION.gap, width: INNER, height: CAPTION.height },
  }
}

/** Each level has its name above, ranks to the left and files below. */
const LEVEL = { columns: 2, tileSide: 90, edge: 36, name: 54, between: 18 }

/** Five levels in two columns, with the words in the sixth place. */
function levelsLayout(kind: Kind, flipped: boolean, hasCoordinates: boolean): Layout {
  const { extent } = factsOf(kind)
  const { columns, tileSide, edge, name, between } = LEVEL
  const side = extent.x * tileSide
  const pitch = { x: INNER - (edge + side), y: name + side + edge + between }
  const placeOf = (index: number) => ({
    x: MARGIN + edge + (index % columns) * pitch.x,
    y: MARGIN + name + Math.floor(index / columns) * pitch.y,
  })
  const levels = Array.from({ length: extent.z }, (_, z) => z)
  const planes = levels.map((z) => planeOf(kind, z, flipped, { ...placeOf(z), tileSide, gap: 0 }))
  const names = levels.map((z): Label => {
    const { x, y } = placeOf(z)
    const text = levelName(z)
    return { text, x, y: y - 10, align: 'left', baseline: 'bottom', fontSize: 38, tone: 'ink' }
  })
  const rows = Math.ceil((extent.z + 1) / columns)
  return {
    width: WIDTH,
    height: 2 * MARGIN + rows * pitch.y - between,
    planes,
    tileSide,
    radius: 10,
    hasGaps: false,
    labels: hasCoordinates
      ? [...names, ...levels.flatMap((z) => edgeLabels(kind, flipped, placeOf(z)))]
      : names,
    caption: { ...placeOf(extent.z), width: side, height: side },
  }
}

function planeOf(
  kind: Kind,
  z: number,
  flipped: boolean,
  place: { x: number; y: number; tileSide: number; gap: number },
): Plane {
  const { extent } = factsOf(kind)
  const pitch = place.tileSide + place.gap
  const tiles = rowsOf(kind, extent, z, flipped).flatMap((row, fromTop) =>
    row.map((cell, fromLeft) => ({
      key: keyOf(cell),
      x: place.x + fromLeft * pitch,
      y: place.y + fromTop * pitch,
      isDark: isDark(kind, cell),
    })),
  )
  return { x: place.x, y: place.y, side: extent.x * pitch - place.gap, tiles }
}

/** Ranks in the corners of the first column, files in those of the last row. */
function cornerLabels(kind: Kind, flipped: boolean, tileSide: number): Label[] {
  const rows = rowsOf(kind, factsOf(kind).extent, 0, flipped)
  const tone = (dark: boolean) => (dark ? 'on-dark' : 'on-light')
  const { distance, fontSize } = CORNER
  const ranks = rows.flatMap(([cell], row): Label[] => {
    if (!cell) return []
    const [x, y] = [MARGIN + distance, MARGIN + row * tileSide + distance]
    const place = { x, y, align: 'left', baseline: 'top' } as const
    return [{ ...place, text: `${cell.y + 1}`, fontSize, tone: tone(isDark(kind, cell)) }]
  })
  const files = (rows.at(-1) ?? []).map((cell, column): Label => {
    const x = MARGIN + (column + 1) * tileSide - distance
    const place = { x, y: MARGIN + INNER - distance, align: 'right', baseline: 'bottom' } as const
    return { ...place, text: fileName(cell.x), fontSize, tone: tone(isDark(kind, cell)) }
  })
  return [...ranks, ...files]
}

/** Ranks to the left of a level, files below it. */
function edgeLabels(kind: Kind, flipped: boolean, { x, y }: { x: number; y: number }): Label[] {
  const { tileSide, edge } = LEVEL
  const rows = rowsOf(kind, factsOf(kind).extent, 0, flipped)
  const shared = { align: 'center', baseline: 'middle', fontSize: 22, tone: 'quiet' } as const
  const ranks = rows.flatMap(([cell], row): Label[] =>
    cell
      ? [{ ...shared, text: `${cell.y + 1}`, x: x - edge / 2, y: y + (row + 0.5) * tileSide }]
      : [],
  )
  const files = (rows.at(-1) ?? []).map((cell, column): Label => ({
    ...shared,
    text: fileName(cell.x),
    x: x + (column + 0.5) * tileSide,
    y: y + rows.length * tileSide + edge / 2,
  }))
  return [...ranks, ...files]
}
