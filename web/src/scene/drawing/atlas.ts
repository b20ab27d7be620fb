// A texture atlas of letters and digits in the page's font.

import { CanvasTexture, SRGBColorSpace } from 'three'

const GLYPHS = Array.from('abcdefgh12345678ABCDE')
const COLUMNS = 8
const ROWS = 4
const SIZE = 64

/** A glyph's rectangle in the atlas, in texture coordinates. */
export function glyphAt(text: string): { u: number; v: number; width: number; height: number } {
  const index = Math.max(0, GLYPHS.indexOf(text))
  const row = Math.floor(index / COLUMNS)
  return {
    u: (index % COLUMNS) / COLUMNS,
    v: 1 - (row + 1) / ROWS,
    width: 1 / COLUMNS,
    height: 1 / ROWS,
  }
}

/** The cut of an engraved letter: its shadow above, and the light that its lower edge catches. */
const CUT = [
  [-2.5, 'rgb(0 0 0 / 70%)'],
  [2.5, 'rgb(255 255 255 / 45%)'],
] as const

/** Draws the atlas in the colour of the ink, as if engraved in a frame or printed. */
export function drawAtlas(ink: string, isEngraved: boolean): CanvasTexture {
  const canvas = document.createElement('canvas')
  canvas.width = COLUMNS * SIZE
  canvas.height = ROWS * SIZE
  const context = canvas.getContext('2d')
  if (context) {
    context.font = `600 ${SIZE * 0.72}px ${getComputedStyle(document.body).fontFamily}`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    for (const [offset, colour] of [...(isEngraved ? CUT : []), [0, ink] as const]) {
      context.fillStyle = colour
      for (const [index, glyph] of GLYPHS.entries()) {
        const [column, row] = [index % COLUMNS, Math.floor(index / COLUMNS)]
        context.fillText(glyph, (column + 0.5) * SIZE, (row + 0.54) * SIZE + offset)
      }
    }
  }
  const texture = new CanvasTexture(canvas)
  texture.colorSpace = SRGBColorSpace
  texture.anisotropy = 4
  return texture
}
