// Paints a position. Runs in the page and in the worker, so it knows neither the document nor the rules.

import { FONT } from './canvas'
import type { Context } from './canvas'
import { paintCaption } from './caption'
import type { Colours } from './colours'
import type { Frame } from './frames'
import type { Label, Layout, Plane, Tile } from './layout'
import { drawingOf } from '../board/figures'
import { SHAPES } from '../board/mark-shapes'

/** Paints a frame over the whole canvas, whose width sets the scale. */
export function paint(context: Context, layout: Layout, colours: Colours, frame: Frame): void {
  const scale = context.canvas.width / layout.width
  context.setTransform(scale, 0, 0, scale, 0, 0)
  context.fillStyle = colours.ground
  context.fillRect(0, 0, layout.width, layout.height + 1)
  for (const plane of layout.planes) paintPlane(context, layout, plane, colours, frame)
  for (const plane of layout.planes) paintMarks(context, layout.tileSide, plane, colours, frame)
  for (const label of layout.labels) paintLabel(context, label, colours)
  for (const plane of layout.planes) paintPieces(context, layout.tileSide, plane, colours, frame)
  paintCaption(context, layout.caption, colours, frame.caption)
}

function paintPlane(
  context: Context,
  { tileSide, hasGaps, radius }: Layout,
  { x, y, side, tiles }: Plane,
  colours: Colours,
  frame: Frame,
): void {
  context.save()
  context.beginPath()
  if (hasGaps) {
    for (const tile of tiles) context.roundRect(tile.x, tile.y, tileSide, tileSide, radius)
  } else {
    context.roundRect(x, y, side, side, radius)
  }
  context.clip()
  for (const tile of tiles) {
    context.fillStyle = colourOf(tile, colours, frame)
    // Half a unit more, so that no ground shows between tiles at fractions of pixels.
    const bleed = hasGaps ? 0 : 0.5
    context.fillRect(tile.x, tile.y, tileSide + bleed, tileSide + bleed)
  }
  context.restore()
}

function colourOf({ key, isDark }: Tile, colours: Colours, { last, line }: Frame): string {
  if (line.includes(key)) return colours.line
  if (last.includes(key)) return isDark ? colours.lastDark : colours.lastLight
  return isDark ? colours.tileDark : colours.tileLight
}

function paintLabel(context: Context, label: Label, colours: Colours): void {
  const tones = {
    ink: colours.ink,
    quiet: colours.quietInk,
    'on-light': colours.onLight,
    'on-dark': colours.onDark,
  }
  context.fillStyle = tones[label.tone]
  context.font = `600 ${label.fontSize}px ${FONT}`
  context.textAlign = label.align
  context.textBaseline = label.baseline
  context.fillText(label.text, label.x, label.y)
}

/** The margin of a piece on its tile, as in BoardCell.css, and the squares in which pieces and marks are drawn. */
const INSET = 0.04
const FIGURE_SIDE = 48
const MARK_SIDE = 100

function paintMarks(
  context: Context,
  tileSide: number,
  { tiles }: Plane,
  colours: Colours,
  frame: Frame,
): void {
  for (const { key, x, y } of tiles) {
    within(context, x, y, tileSide / MARK_SIDE, () => {
      if (frame.last.includes(key)) outline(context, SHAPES.last, colours.markLast, colours, 4)
      if (frame.line.includes(key)) outline(context, SHAPES.line, colours.markLine, colours, 6)
      if (frame.check === key) fillMark(context, SHAPES.check, colours.markCheck, colours)
    })
  }
}

function paintPieces(
  context: Context,
  tileSide: number,
  { tiles }: Plane,
  colours: Colours,
  frame: Frame,
): void {
  for (const { key, x, y } of tiles) {
    const piece = frame.pieces.find((each) => each.key === key)
    if (!piece) continue
    const { shape, lines } = drawingOf(piece.side, piece.role)
    const [body, rim] = piece.isFirst
      ? [colours.ivory, colours.slate]
      : [colours.slate, colours.ivory]
    const inset = INSET * tileSide
    within(context, x + inset, y + inset, (tileSide - 2 * inset) / FIGURE_SIDE, () => {
      context.lineJoin = 'round'
      context.lineCap = 'round'
      context.fillStyle = context.strokeStyle = rim
      context.lineWidth = 3
      context.fill(pathOf(shape))
      context.stroke(pathOf(shape))
      context.fillStyle = frame.check === key ? colours.markCheck : body
      context.fill(pathOf(shape))
      context.lineWidth = 1.6
      if (lines) context.stroke(pathOf(lines))
    })
  }
}

/** Draws in the coordinates of a square with its corner at a point. */
function within(context: Context, x: number, y: number, scale: number, draw: () => void): void {
  context.save()
  context.translate(x, y)
  context.scale(scale, scale)
  draw()
  context.restore()
}

/** A mark of lines, with a dark edge, as in Marking.css. */
function outline(
  context: Context,
  shape: string,
  colour: string,
  { markEdge }: Colours,
  lineWidth: number,
): void {
  context.strokeStyle = markEdge
  context.lineWidth = lineWidth + 3
  context.stroke(pathOf(shape))
  context.strokeStyle = colour
  context.lineWidth = lineWidth
  context.stroke(pathOf(shape))
}

/** A solid mark with a dark edge. */
function fillMark(context: Context, shape: string, colour: string, { markEdge }: Colours): void {
  context.strokeStyle = markEdge
  context.lineWidth = 5
  context.stroke(pathOf(shape))
  context.fillStyle = colour
  context.fill(pathOf(shape), 'evenodd')
}

const paths = new Map<string, Path2D>()

/** The path of a shape, made once: an animation draws each thousands of times. */
function pathOf(shape: string): Path2D {
  const known = paths.get(shape)
  if (known) return known
  const path = new Path2D(shape)
  paths.set(shape, path)
  return path
}
