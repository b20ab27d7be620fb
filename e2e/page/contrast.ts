// Measures the contrast of pieces, tiles and ground by reading pixels of a scene.

import type { Scene } from './scene.js'

/** The share of a piece's pixels that must differ from what is behind it: its edge, at least. */
const SHARE = 0.07

export interface Contrasts {
  /** For each piece: its side, and the contrast that a share of its pixels exceeds, to each thing behind it. */
  pieces: { side: 'white' | 'black'; light: number; dark: number; ground: number }[]
  /** The contrast of both kinds of tiles to the ground. */
  tiles: { light: number; dark: number }
}

/** Reads the contrasts of a scene that paints. `cells` are empty cells by their keys, and whether each is dark. */
export async function contrastsOf(
  scene: Scene,
  cells: [key: string, isDark: boolean][],
): Promise<Contrasts> {
  const pictures: string[] = []
  for (const what of ['all', 'pieces', 'nothing'] as const) {
    await scene.reveal(what)
    pictures.push((await scene.canvas().screenshot()).toString('base64'))
  }
  await scene.reveal('all')
  const box = await scene.canvas().boundingBox()
  const points = await scene.page.evaluate(
    (keys) => keys.map((key) => window.raumScene?.project(key) ?? { x: 0, y: 0 }),
    cells.map(([key]) => key),
  )
  const tiles = points.map(({ x, y }, index) => ({
    x: Math.round(x - (box?.x ?? 0)),
    y: Math.round(y - (box?.y ?? 0)),
    isDark: cells[index]?.[1] ?? false,
  }))
  return scene.page.evaluate(measure, { pictures, tiles, share: SHARE })
}

/** Runs in the page, which can decode pictures. */
async function measure({
  pictures,
  tiles,
  share,
}: {
  pictures: string[]
  tiles: { x: number; y: number; isDark: boolean }[]
  share: number
}): Promise<Contrasts> {
  const decode = async (picture: string) => {
    const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes]))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    return context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? new ImageData(1, 1)
  }
  const [all, pieces, nothing] = (await Promise.all(pictures.map(decode))) as [
    ImageData,
    ImageData,
    ImageData,
  ]
  const linear = (part = 0) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4
  const luminance = ({ data }: ImageData, at: number) =>
    0.2126 * linear(data[at]) + 0.7152 * linear(data[at + 1]) + 0.0722 * linear(data[at + 2])
  const contrast = (one: number, other: number) =>
    (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
  const middle = (values: number[]) =>
    [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

  const groundsByPiece = new Map<number, number[]>()
  const shownByPiece = new Map<number, number[]>()
  const add = (to: Map<number, number[]>, key: number, value: number) => {
    const values = to.get(key)
    if (values) values.push(value)
    else to.set(key, [value])
  }
  const isWhite = new Map<number, boolean>()
  for (let at = 0; at < pieces.data.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = pieces.data.slice(at, at + 3)
    // A piece has no blue, an odd number of it or of green is ground.
    if (blue > 0 || (green > 0 && green < 255) || red === 0 || red % 2 === 1) continue
    isWhite.set(red, green === 255)
    add(shownByPiece, red, luminance(all, at))
    add(groundsByPiece, red, luminance(nothing, at))
  }
  const at = ({ x, y }: { x: number; y: number }) => (y * all.width + x) * 4
  const isFree = (tile: { x: number; y: number }) => !shownByPiece.has(pieces.data[at(tile)] ?? 0)
  const tone = (isDark: boolean) =>
    middle(
      tiles
        .filter((tile) => tile.isDark === isDark && isFree(tile))
        .map((tile) => luminance(all, at(tile))),
    )
  const [light, dark] = [tone(false), tone(true)]
  const ground = middle(tiles.map((tile) => luminance(nothing, at(tile))))
  /** The contrast that a share of the pixels exceeds. */
  const exceeded = (shown: number[], behind: number) => {
    const sorted = shown.map((each) => contrast(each, behind)).sort((one, other) => other - one)
    return sorted[Math.floor(sorted.length * share)] ?? 0
  }
  return {
    pieces: [...shownByPiece].map(([number, shown]) => ({
      side: isWhite.get(number) ? 'white' : 'black',
      light: exceeded(shown, light),
      dark: exceeded(shown, dark),
      ground: exceeded(shown, middle(groundsByPiece.get(number) ?? [])),
    })),
    tiles: { light: contrast(light, ground), dark: contrast(dark, ground) },
  }
}
