// The words of a picture: below a board, or beside levels.

import { FONT } from './canvas'
import type { Context } from './canvas'
import type { Colours } from './colours'
import type { Caption } from './frames'
import type { Box } from './layout'
import { PRODUCT } from '../words'

const STATUS = { fontSize: 42, weight: 650, lineHeight: 54 }
const DETAIL = { fontSize: 30, weight: 500, lineHeight: 44 }
const NAME = { fontSize: 34, weight: 700 }
/** Between words on the left and on the right. */
const GAP = 30

export function paintCaption(
  context: Context,
  box: Box,
  colours: Colours,
  { status, players, move }: Caption,
): void {
  const draw = drawer(context)
  const right = box.x + box.width
  const bottom = box.y + box.height
  const nameWidth = draw.width(PRODUCT, NAME)
  draw.end(PRODUCT, right, bottom - 12, NAME, colours.accent)
  if (box.height < box.width / 2) {
    // A wide box: two lines.
    const moveWidth = move === null ? 0 : draw.width(move, DETAIL) + GAP
    const [first, second] = [box.y + 40, bottom - 12]
    draw.start(status, box.x, first, STATUS, colours.ink, box.width - moveWidth)
    if (move !== null) draw.end(move, right, first, DETAIL, colours.quietInk)
    draw.start(players, box.x, second, DETAIL, colours.quietInk, box.width - nameWidth - GAP)
    return
  }
  let line = box.y + STATUS.fontSize
  for (const part of draw.wrap(status, box.width, STATUS)) {
    draw.start(part, box.x, line, STATUS, colours.ink, box.width)
    line += STATUS.lineHeight
  }
  if (move !== null) {
    draw.start(move, box.x, line, DETAIL, colours.quietInk, box.width)
    line += DETAIL.lineHeight
  }
  line += DETAIL.lineHeight / 2
  for (const part of draw.wrap(players, box.width, DETAIL)) {
    draw.start(part, box.x, line, DETAIL, colours.quietInk, box.width)
    line += DETAIL.lineHeight
  }
}

interface Style {
  fontSize: number
  weight: number
}

/** The lines of a narrow caption: no more, however long names are. */
const LINES_MAX = 3

function drawer(context: Context) {
  const choose = ({ fontSize, weight }: Style) => {
    context.font = `${weight} ${fontSize}px ${FONT}`
    context.textBaseline = 'alphabetic'
  }
  const width = (text: string, style: Style) => {
    choose(style)
    return context.measureText(text).width
  }
  const measure = (style: Style) => (text: string) => width(text, style)
  return {
    width,
    wrap: (text: string, widthMax: number, style: Style) =>
      wrapped(text, widthMax, measure(style), LINES_MAX),
    start: (text: string, x: number, y: number, style: Style, colour: string, widthMax: number) => {
      const shown = shortened(text, widthMax, measure(style))
      choose(style)
      context.fillStyle = colour
      context.textAlign = 'left'
      context.fillText(shown, x, y)
    },
    end: (text: string, x: number, y: number, style: Style, colour: string) => {
      choose(style)
      context.fillStyle = colour
      context.textAlign = 'right'
      context.fillText(text, x, y)
    },
  }
}

/** A text, or as much of it as fits, with an ellipsis. */
export function shortened(
  text: string,
  widthMax: number,
  measure: (text: string) => number,
): string {
  if (measure(text) <= widthMax) return text
  const characters = Array.from(text)
  while (characters.length > 0 && measure(`${characters.join('')}…`) > widthMax) characters.pop()
  return `${characters.join('').trimEnd()}…`
}

/** A text in lines that fit, as far as its words are short enough; the last line has all the rest. */
export function wrapped(
  text: string,
  widthMax: number,
  measure: (text: string) => number,
  linesMax: number,
): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    const longer = `${last ?? ''} ${word}`
    if (last !== undefined && (measure(longer) <= widthMax || lines.length === linesMax))
      lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
